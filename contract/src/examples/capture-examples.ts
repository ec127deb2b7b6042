/** Captured bodies. */
const target = {
  id: 3,
  kind: "token",
  target_id: 12,
  target_name: "Support bot",
  until: 1_769_990_400,
  created_at: 1_769_904_000,
  created_by: "root",
};
const request = { type: "application/json", bytes: 182, complete: true };
const response = { type: "text/event-stream", bytes: 402_118, complete: false };

export const captureExamples = {
  CaptureTarget: target,
  CaptureState: { allowed: true, targets: [target] },
  CaptureForm: { kind: "token", target_id: 12, hours: 24 },
  CapturedToken: { token_id: 12, until: 1_769_990_400 },
  CapturedSize: request,
  CaptureHead: { created_at: 1_769_904_000, request, response },
  CapturedBody: { ...request, text: '{"model":"gpt-4o","messages":[{"role":"user","content":"Hi"}]}' },
  CaptureBodies: {
    created_at: 1_769_904_000,
    request: { ...request, text: '{"model":"gpt-4o","messages":[{"role":"user","content":"Hi"}]}' },
    response: { ...response, text: 'data: {"choices":[{"delta":{"content":"Hello"}}]}\n\n' },
  },
} as const;
