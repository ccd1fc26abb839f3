/** Whether a search can say anything to it: a letter, a digit or an emoji. */
export const isSought = (text: string | undefined): text is string =>
  text !== undefined && /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)
