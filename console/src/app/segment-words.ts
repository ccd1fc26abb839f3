// Clauses of a segment's sentence. Each starts with its relative pronoun, so that any two can be joined.

import { plural } from './plural.ts'

type Phrase = (name: string, value: string) => string

const en = {
  /** Around the clauses of the whole sentence. */
  those: (clauses: string) => `Contacts ${clauses}.`,
  allExcept: (clauses: string) => `All contacts except those ${clauses}.`,
  except: (clauses: string, excepted: string) => `${clauses}, except those ${excepted}`,
  notAmong: (clauses: string) => `who are not among those ${clauses}`,
  and: 'and',
  or: 'or',
  attribute: {
    is: (name, value) => `whose ${name} is ${value}`,
    is_not: (name, value) => `whose ${name} is not ${value}`,
    contains: (name, value) => `whose ${name} contains ${value}`,
    contains_not: (name, value) => `whose ${name} does not contain ${value}`,
    exists: (name) => `whose ${name} is filled in`,
    missing: (name) => `whose ${name} is not filled in`,
    blank: (name) => `whose ${name} is an empty text`,
    not_blank: (name) => `whose ${name} is not an empty text`,
    at_least: (name, value) => `whose ${name} is at least ${value}`,
    less: (name, value) => `whose ${name} is less than ${value}`,
    since: (name, value) => `whose ${name} is on or after ${value}`,
    before: (name, value) => `whose ${name} is before ${value}`,
  } satisfies Record<string, Phrase>,
  list: {
    yes: (_, list) => `who are on the list ${list}`,
    no: (_, list) => `who are not on the list ${list}`,
  } satisfies Record<string, Phrase>,
  reachable: {
    yes: (_, messages) => `who can receive ${messages}`,
    no: (_, messages) => `who cannot receive ${messages}`,
  } satisfies Record<string, Phrase>,
  consent: {
    yes: (_, messages) => `who have agreed to ${messages}`,
    no: (_, messages) => `who have not agreed to ${messages}`,
  } satisfies Record<string, Phrase>,
  last_active: {
    within: (_, days) => `who were active in the last ${days}`,
    not_within: (_, days) => `who were not active in the last ${days}`,
    since: (_, time) => `who were last active on or after ${time}`,
    before: (_, time) => `who were last active before ${time}`,
    between: (from, to) => `who were last active between ${from} and ${to}`,
  } satisfies Record<string, Phrase>,
  created: {
    within: (_, days) => `who were added in the last ${days}`,
    not_within: (_, days) => `who were not added in the last ${days}`,
    since: (_, time) => `who were added on or after ${time}`,
    before: (_, time) => `who were added before ${time}`,
    between: (from, to) => `who were added between ${from} and ${to}`,
  } satisfies Record<string, Phrase>,
  /** Follows "in the last". */
  days: (count: number) => plural('en', count, { one: 'day', other: `${count} days` }),
}

const hi: typeof en = {
  those: (clauses) => `वे संपर्क ${clauses}।`,
  allExcept: (clauses) => `सभी संपर्क, सिवाय उनके ${clauses}।`,
  except: (clauses, excepted) => `${clauses}, सिवाय उनके ${excepted}`,
  notAmong: (clauses) => `जो उनमें शामिल नहीं हैं ${clauses}`,
  and: 'और',
  or: 'या',
  attribute: {
    is: (name, value) => `जिनके ${name} में ${value} है`,
    is_not: (name, value) => `जिनके ${name} में ${value} नहीं है`,
    contains: (name, value) => `जिनके ${name} में कहीं ${value} आता है`,
    contains_not: (name, value) => `जिनके ${name} में कहीं ${value} नहीं आता`,
    exists: (name) => `जिनके ${name} में कुछ भरा है`,
    missing: (name) => `जिनके ${name} में कुछ नहीं भरा है`,
    blank: (name) => `जिनके ${name} में ख़ाली टेक्स्ट है`,
    not_blank: (name) => `जिनके ${name} में ख़ाली टेक्स्ट नहीं है`,
    at_least: (name, value) => `जिनके ${name} में ${value} या उससे ज़्यादा है`,
    less: (name, value) => `जिनके ${name} में ${value} से कम है`,
    since: (name, value) => `जिनके ${name} में ${value} या उसके बाद की तारीख़ है`,
    before: (name, value) => `जिनके ${name} में ${value} से पहले की तारीख़ है`,
  },
  list: {
    yes: (_, list) => `जो सूची ${list} में हैं`,
    no: (_, list) => `जो सूची ${list} में नहीं हैं`,
  },
  reachable: {
    yes: (_, messages) => `जिन्हें ${messages} भेजे जा सकते हैं`,
    no: (_, messages) => `जिन्हें ${messages} नहीं भेजे जा सकते`,
  },
  consent: {
    yes: (_, messages) => `जिन्होंने ${messages} पाने की सहमति दी है`,
    no: (_, messages) => `जिन्होंने ${messages} पाने की सहमति नहीं दी है`,
  },
  last_active: {
    within: (_, days) => `जो पिछले ${days} में सक्रिय रहे`,
    not_within: (_, days) => `जो पिछले ${days} में सक्रिय नहीं रहे`,
    since: (_, time) => `जो आख़िरी बार ${time} को या उसके बाद सक्रिय थे`,
    before: (_, time) => `जो आख़िरी बार ${time} से पहले सक्रिय थे`,
    between: (from, to) => `जो आख़िरी बार ${from} और ${to} के बीच सक्रिय थे`,
  },
  created: {
    within: (_, days) => `जो पिछले ${days} में जोड़े गए`,
    not_within: (_, days) => `जो पिछले ${days} में नहीं जोड़े गए`,
    since: (_, time) => `जो ${time} को या उसके बाद जोड़े गए`,
    before: (_, time) => `जो ${time} से पहले जोड़े गए`,
    between: (from, to) => `जो ${from} और ${to} के बीच जोड़े गए`,
  },
  days: (count) => (count === 1 ? 'एक दिन' : `${count} दिनों`),
}

export const segmentWords = { en, hi }
