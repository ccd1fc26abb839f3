import { plural } from '../app/plural.ts'

const one = (count: number, singular: string, several: string) => plural('en', count, { one: singular, other: several })
const ek = (count: number, singular: string, several: string) => plural('hi', count, { one: singular, other: several })

const en = {
  selectAll: 'Select all shown',
  unselect: 'Clear selection',
  moreActs: 'More actions',
  underWay: (done: string, all: string) => `${done} of ${all} done`,
  archivedMany: (count: number) => one(count, 'Archived', `${count} archived`),
  restoredMany: (count: number) => one(count, 'Unarchived', `${count} unarchived`),
  pinnedMany: (count: number) => one(count, 'Pinned', `${count} pinned`),
  unpinnedMany: (count: number) => one(count, 'Unpinned', `${count} unpinned`),
  mutedMany: (count: number) => one(count, 'Muted', `${count} muted`),
  unmutedMany: (count: number) => one(count, 'Unmuted', `${count} unmuted`),
  markRead: 'Mark as read',
  readMany: (count: number) => one(count, 'Marked as read', `${count} marked as read`),
  unreadMany: (count: number) => one(count, 'Marked as unread', `${count} marked as unread`),
  nobodyWrote: 'No recent message from the contact to mark as unread',
  assignedMany: (count: string, name: string) => `${count} assigned to ${name}`,
  removedMany: (count: number) => one(count, 'Deleted', `${count} deleted`),
  removeManyTitle: (count: number) => one(count, 'Delete this conversation?', `Delete ${count} conversations?`),
}

const hi: typeof en = {
  selectAll: 'दिख रही सारी बातचीत चुनें',
  unselect: 'चयन हटाएँ',
  moreActs: 'और विकल्प',
  underWay: (done: string, all: string) => `${all} में से ${done} हो गईं`,
  archivedMany: (count: number) => ek(count, 'आर्काइव की गई', `${count} आर्काइव की गईं`),
  restoredMany: (count: number) => ek(count, 'आर्काइव से निकाली गई', `${count} आर्काइव से निकाली गईं`),
  pinnedMany: (count: number) => ek(count, 'पिन की गई', `${count} पिन की गईं`),
  unpinnedMany: (count: number) => ek(count, 'पिन हटाया गया', `${count} के पिन हटाए गए`),
  mutedMany: (count: number) => ek(count, 'म्यूट की गई', `${count} म्यूट की गईं`),
  unmutedMany: (count: number) => ek(count, 'म्यूट हटाया गया', `${count} के म्यूट हटाए गए`),
  markRead: 'पढ़ा हुआ मार्क करें',
  readMany: (count: number) => ek(count, 'पढ़ा हुआ मार्क किया गया', `${count} पढ़ी हुई मार्क की गईं`),
  unreadMany: (count: number) => ek(count, 'बिना पढ़ा मार्क किया गया', `${count} बिना पढ़ी मार्क की गईं`),
  nobodyWrote: 'संपर्क का हाल का कोई संदेश नहीं जिसे बिना पढ़ा मार्क करें',
  assignedMany: (count: string, name: string) => `${count} बातचीत ${name} को सौंप दी`,
  removedMany: (count: number) => ek(count, 'हटाई गई', `${count} हटाई गईं`),
  removeManyTitle: (count: number) => ek(count, 'यह बातचीत हटाएँ?', `${count} बातचीत हटाएँ?`),
}

export const bulkWords = { en, hi }
