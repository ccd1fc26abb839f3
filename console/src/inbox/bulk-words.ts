import { plural } from '../app/plural.ts'

const one = (count: number, singular: string, several: string) => plural('en', count, { one: singular, other: several })
const ek = (count: number, singular: string, several: string) => plural('hi', count, { one: singular, other: several })

const en = {
  selectAll: 'Select all that are shown',
  unselect: 'Clear selection',
  moreActs: 'More to do with them',
  underWay: (done: string, all: string) => `${done} of ${all} done`,
  archivedMany: (count: number) => one(count, 'Archived', `${count} archived`),
  restoredMany: (count: number) => one(count, 'Moved to open', `${count} moved to open`),
  pinnedMany: (count: number) => one(count, 'Pinned', `${count} pinned`),
  unpinnedMany: (count: number) => one(count, 'Unpinned', `${count} unpinned`),
  mutedMany: (count: number) => one(count, 'Muted', `${count} muted`),
  unmutedMany: (count: number) => one(count, 'Unmuted', `${count} unmuted`),
  markRead: 'Mark as read',
  readMany: (count: number) => one(count, 'Marked as read', `${count} marked as read`),
  unreadMany: (count: number) => one(count, 'Marked as unread', `${count} marked as unread`),
  nobodyWrote: 'Nobody wrote anything in it lately',
  assignedMany: (count: string, name: string) => `${count} assigned to ${name}`,
  removedMany: (count: number) => one(count, 'Deleted', `${count} deleted`),
  removeManyTitle: (count: number) => one(count, 'Delete this conversation?', `Delete ${count} conversations?`),
}

const hi: typeof en = {
  selectAll: 'जो दिख रही हैं सब चुनें',
  unselect: 'चयन हटाएँ',
  moreActs: 'इनके साथ और काम',
  underWay: (done: string, all: string) => `${all} में से ${done} हुईं`,
  archivedMany: (count: number) => ek(count, 'आर्काइव की गई', `${count} आर्काइव की गईं`),
  restoredMany: (count: number) => ek(count, 'वापस लाई गई', `${count} वापस लाई गईं`),
  pinnedMany: (count: number) => ek(count, 'पिन की गई', `${count} पिन की गईं`),
  unpinnedMany: (count: number) => ek(count, 'पिन हटाया गया', `${count} के पिन हटाए गए`),
  mutedMany: (count: number) => ek(count, 'म्यूट की गई', `${count} म्यूट की गईं`),
  unmutedMany: (count: number) => ek(count, 'म्यूट हटाया गया', `${count} के म्यूट हटाए गए`),
  markRead: 'पढ़ा हुआ करें',
  readMany: (count: number) => ek(count, 'पढ़ी हुई की गई', `${count} पढ़ी हुई की गईं`),
  unreadMany: (count: number) => ek(count, 'अनपढ़ी की गई', `${count} अनपढ़ी की गईं`),
  nobodyWrote: 'इसमें हाल में किसी ने कुछ नहीं लिखा',
  assignedMany: (count: string, name: string) => `${count} बातचीत ${name} को सौंपी गईं`,
  removedMany: (count: number) => ek(count, 'हटाई गई', `${count} हटाई गईं`),
  removeManyTitle: (count: number) => ek(count, 'यह बातचीत हटाएँ?', `${count} बातचीत हटाएँ?`),
}

export const bulkWords = { en, hi }
