import type { FeatureGroup } from "./features.ts";
import { question } from "./features.ts";

const saidBefore = "Ask me anything.";
const instruction = "Answer in French.";

/** Basic features of a conversation. */
export const conversation: FeatureGroup = {
  title: "Conversations",
  features: [
    {
      name: "text",
      fields: {
        "openai-chat": {},
        "openai-responses": {},
        "anthropic-messages": {},
        "gemini-generate": {},
      },
      words: [question],
    },
    {
      name: "streams",
      fields: {
        "openai-chat": { stream: true },
        "openai-responses": { stream: true },
        "anthropic-messages": { stream: true },
        "gemini-generate": {},
      },
      words: [question],
    },
    {
      name: "system prompt",
      fields: {
        "openai-chat": {
          messages: [
            { role: "system", content: instruction },
            { role: "user", content: question },
          ],
        },
        "openai-responses": { instructions: instruction },
        "anthropic-messages": { system: instruction },
        "gemini-generate": { systemInstruction: { parts: [{ text: instruction }] } },
      },
      words: [instruction],
    },
    {
      name: "earlier turns",
      fields: {
        "openai-chat": {
          messages: [
            { role: "user", content: "Hello" },
            { role: "assistant", content: saidBefore },
            { role: "user", content: question },
          ],
        },
        "openai-responses": {
          input: [
            { role: "user", content: "Hello" },
            { type: "message", role: "assistant", content: [{ type: "output_text", text: saidBefore }] },
            { role: "user", content: question },
          ],
        },
        "anthropic-messages": {
          messages: [
            { role: "user", content: "Hello" },
            { role: "assistant", content: saidBefore },
            { role: "user", content: question },
          ],
        },
        "gemini-generate": {
          contents: [
            { role: "user", parts: [{ text: "Hello" }] },
            { role: "model", parts: [{ text: saidBefore }] },
            { role: "user", parts: [{ text: question }] },
          ],
        },
      },
      words: [saidBefore],
    },
    {
      name: "output limit",
      fields: {
        "openai-chat": { max_completion_tokens: 1777 },
        "openai-responses": { max_output_tokens: 1777 },
        "anthropic-messages": { max_tokens: 1777 },
        "gemini-generate": { generationConfig: { maxOutputTokens: 1777 } },
      },
      words: ["1777"],
    },
    {
      name: "temperature",
      fields: {
        "openai-chat": { temperature: 0.31 },
        "openai-responses": { temperature: 0.31 },
        "anthropic-messages": { temperature: 0.31 },
        "gemini-generate": { generationConfig: { temperature: 0.31 } },
      },
      words: ["0.31"],
    },
    {
      name: "stop sequences",
      fields: {
        "openai-chat": { stop: ["HALT"] },
        "anthropic-messages": { stop_sequences: ["HALT"] },
        "gemini-generate": { generationConfig: { stopSequences: ["HALT"] } },
      },
      words: ["HALT"],
    },
    {
      name: "several choices",
      fields: {
        "openai-chat": { n: 2 },
        "gemini-generate": { generationConfig: { candidateCount: 2 } },
      },
    },
    {
      name: "log probabilities",
      fields: {
        "openai-chat": { logprobs: true, top_logprobs: 3 },
        "openai-responses": { include: ["message.output_text.logprobs"], top_logprobs: 3 },
        "gemini-generate": { generationConfig: { responseLogprobs: true, logprobs: 3 } },
      },
    },
  ],
};
