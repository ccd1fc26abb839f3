import { plural } from './plural.ts'

const en = {
  searching: 'Searching…',
  nothing: { lists: 'No lists found', segments: 'No segments found' },
  chooseList: 'Choose a list',
  addSegment: 'Add a segment',
  remove: (name: string) => `Remove ${name}`,
  contacts: (count: number, figure: string) => plural('en', count, { one: '1 contact', other: `${figure} contacts` }),
  counting: 'Counting…',
  notCounted: 'Could not be counted',
  deleted: 'Deleted segment',
  deletedList: 'Deleted list',
}

const hi: typeof en = {
  searching: 'खोजा जा रहा है…',
  nothing: { lists: 'कोई सूची नहीं मिली', segments: 'कोई सेगमेंट नहीं मिला' },
  chooseList: 'सूची चुनें',
  addSegment: 'सेगमेंट जोड़ें',
  remove: (name) => `${name} को निकालें`,
  contacts: (_, figure) => `${figure} संपर्क`,
  counting: 'गिना जा रहा है…',
  notCounted: 'गिना नहीं जा सका',
  deleted: 'हटाया गया सेगमेंट',
  deletedList: 'हटाई गई सूची',
}

export const findWords = { en, hi }
