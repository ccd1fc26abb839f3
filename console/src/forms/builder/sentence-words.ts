const en = {
  and: ' and ',
  or: ' or ',
  not: (sentence: string) => `not (${sentence})`,
  answered: (field: string) => `${field} is answered`,
  notAnswered: (field: string) => `${field} is not answered`,
  is: (field: string, value: string) => `${field} is ${value}`,
  is_not: (field: string, value: string) => `${field} is not ${value}`,
  contains: (field: string, value: string) => `${field} contains ${value}`,
  before: (field: string, value: string) => `${field} is less than ${value}`,
  after: (field: string, value: string) => `${field} is at least ${value}`,
  yes: '“Yes”',
  no: '“No”',
}

const hi: typeof en = {
  and: ' और ',
  or: ' या ',
  not: (sentence) => `ऐसा न हो कि ${sentence}`,
  answered: (field) => `${field} का जवाब दिया गया हो`,
  notAnswered: (field) => `${field} का जवाब न दिया गया हो`,
  is: (field, value) => `${field} में ${value} हो`,
  is_not: (field, value) => `${field} में ${value} न हो`,
  contains: (field, value) => `${field} में ${value} शामिल हो`,
  before: (field, value) => `${field} ${value} से कम हो`,
  after: (field, value) => `${field} कम से कम ${value} हो`,
  yes: '“हाँ”',
  no: '“नहीं”',
}

export const sentenceWords = { en, hi }
