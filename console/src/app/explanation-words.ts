// Stored explanations that quote somebody.

const en = {
  provider: (said: string) => `The provider’s words: “${said}”`,
}

const hi: typeof en = {
  provider: (said) => `प्रदाता के शब्द: “${said}”`,
}

export const explanationWords = { en, hi }
