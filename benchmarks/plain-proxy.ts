/** The baseline: `node:http` in front, undici's dispatch behind, nothing in between. `node plain-proxy.ts PORT UPSTREAM` */
import { createServer } from "node:http";
import { Pool } from "undici";

const [port = "0", upstream = ""] = process.argv.slice(2);
const pool = new Pool(upstream, { headersTimeout: 0, bodyTimeout: 0, allowH2: false });

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    pool.dispatch(
      {
        path: request.url ?? "/",
        method: "POST",
        headers: { "content-type": "application/json" },
        body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
      },
      {
        onRequestStart() {},
        onResponseStart(_controller, status, headers) {
          const head: Record<string, string> = {};
          for (const name of ["content-type", "content-length"]) {
            const value = headers[name];
            if (typeof value === "string") head[name] = value;
          }
          response.writeHead(status, head);
        },
        onResponseData(_controller, chunk) {
          response.write(chunk);
        },
        onResponseEnd() {
          response.end();
        },
        onResponseError() {
          response.destroy();
        },
      },
    );
  });
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));
