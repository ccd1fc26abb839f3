/** True when a text can be searched for: it contains a letter, a digit or an emoji. */
export const isSought = (text: string | undefined): text is string =>
  text !== undefined && /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)
