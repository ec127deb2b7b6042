// Plain JavaScript for any Node: an older one cannot even load the TypeScript that would tell it so.
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 24) {
  console.error(
    `Tollgate needs Node 24 or newer; this is Node ${process.versions.node}. On Linux and Windows "npm ci" brings it along; on macOS install it first.`,
  );
  process.exit(1);
}
