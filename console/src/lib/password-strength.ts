/** 0 (guessed first) to 4 (strong). */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

const common =
  /^(?:password|passwort|qwerty|asdf|zxcv|iloveyou|welcome|admin|letmein|abc|monkey|dragon|1q2w3e)/i;

/**
 * A rough estimate of a password's strength, for a meter: it rejects nothing. Length counts most;
 * kinds of characters count; repetitions, runs like `abcd` and `1234`, and parts of the user's name count nothing.
 */
export function measurePassword(password: string, own: readonly string[] = []): PasswordStrength {
  let text = password;
  for (const word of own) if (word.length >= 3) text = replaceWord(text, word);
  if (common.test(text)) text = text.replace(common, "*");
  const bits = countSteps(text) * Math.log2(Math.max(10, alphabetOf(text)));
  return ([28, 45, 60, 80] as const).filter((limit) => bits >= limit).length as PasswordStrength;
}

function replaceWord(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  return at === -1 ? text : `${text.slice(0, at)}*${text.slice(at + word.length)}`;
}

/** Characters that do not follow from the previous one. */
function countSteps(text: string): number {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  return codes.filter((code, index) => {
    const step = index === 0 ? undefined : code - (codes[index - 1] ?? 0);
    return step === undefined || Math.abs(step) > 1;
  }).length;
}

function alphabetOf(text: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[!-/:-@[-`{-~ ]/, 33],
    [/[^ -~]/, 100],
  ];
  return kinds.reduce((sum, [pattern, size]) => sum + (pattern.test(text) ? size : 0), 0);
}
