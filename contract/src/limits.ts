/** Numbers of the business; one place so that form, server and text agree. */
export const limits = {
  listSizeDefault: 10,
  listSizeMax: 100,
  keywordMax: 200,
  usernameMin: 3,
  usernameMax: 30,
  displayNameMax: 40,
  /** Longest address that mail can carry (RFC 5321). */
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 128,
  tokenNameMax: 50,
  redemptionNameMax: 50,
  /** Living tokens of one user. */
  tokensPerUser: 200,
  channelNameMax: 80,
  /** Each has a sender of its own. */
  noticeChannelsMax: 32,
  groupSymbolMax: 50,
  groupsMax: 200,
  modelNameMax: 200,
  /** Largest quota a form accepts: 2 billion dollars at the default unit, far inside the safe integers. */
  quotaMax: 1_000_000_000_000_000,
  /** Largest price multiplier and class ratio. With `usageMax` tokens the product stays exact (BigInt). */
  multiplierMax: 1_000_000,
  /** Rules of one price. */
  priceRulesMax: 32,
  /** A tier, size or quality that a rule names. */
  ruleTextMax: 40,
  /** Token counts above this are implausible: clamped and flagged. */
  usageMax: 100_000_000,
  topUpMax: 1_000_000,
  breadcrumbsMax: 8,
} as const;
