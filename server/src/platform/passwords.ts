import { hash, type Options, verify } from "@node-rs/argon2";

export interface Passwords {
  /** argon2id, with its parameters and salt in the text. */
  hash(password: string): Promise<string>;
  /** Without a hash (nobody has that name) the same work is done and the answer is false. */
  verify(hashed: string | undefined, password: string): Promise<boolean>;
}

/** OWASP's first recommendation: 19 MiB, two passes, one lane; argon2id is the library's default. */
const recommended: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** `cost` is lowered by tests alone. */
export function createPasswords(cost: Options = recommended): Passwords {
  let dummy: Promise<string> | undefined;
  return {
    hash: (password) => hash(password, cost),
    async verify(hashed, password) {
      dummy ??= hash("nobody has this password", cost);
      const known = hashed !== undefined && hashed !== "";
      const right = await verify(known ? hashed : await dummy, password).catch(() => false);
      return known && right;
    },
  };
}
