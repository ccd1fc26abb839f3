// Marks a provider's words as a quotation: they are in the provider's language. Pure: the console imports it.

export const quotation = {
  en: (said: string) => `The provider’s words: “${said}”`,
  hi: (said: string) => `प्रदाता के शब्द: “${said}”`,
}
