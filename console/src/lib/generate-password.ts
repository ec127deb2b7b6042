/** Without characters that look alike (0/O, 1/l/I), so that a password can be read out and typed. */
const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.";
const length = 20;

/** A random password of 20 characters, more than 115 bits, from the browser's cryptographic source. */
export function generatePassword(): string {
  let password = "";
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // Six bits; values above the alphabet are redrawn, so that every character is equally likely.
      const letter = letters[byte & 63];
      if (letter !== undefined && password.length < length) password += letter;
    }
  }
  return password;
}
