// The words of a provider, marked as a quotation: they are in its language. Pure: the console imports it.

export const quotation = {
  en: (said: string) => `The provider’s words: “${said}”`,
  hi: (said: string) => `प्रदाता के शब्द: “${said}”`,
}
