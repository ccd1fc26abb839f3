import { plural } from '../app/plural.ts'

const en = {
  own: 'Custom roles',
  ownDetail: 'Roles that you create when no built-in role fits.',
  builtIn: 'Built-in roles',
  builtInDetail: 'Every organization has these roles. They can’t be changed.',
  none: 'No custom roles yet',
  noneDetail: 'The built-in roles fit most teams. Create your own to combine permissions differently.',
  create: 'Create role',
  createTitle: 'New role',
  edit: (name: string) => `Role “${name}”`,
  name: 'Name',
  permissions: (count: number) => plural('en', count, { one: '1 permission', other: `${count} permissions` }),
  members: (count: number) =>
    count === 0 ? 'no members' : plural('en', count, { one: '1 member', other: `${count} members` }),
  show: 'View',
  change: 'Edit',
  save: 'Save role',
  saved: 'Role saved',
  heldBy: 'Changes apply to all members with this role within 5 seconds.',
  notYours: 'You can’t edit this role because it has permissions that you don’t have.',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete the role “${name}”?`,
  deleteDetail:
    'A role can be deleted only if no member has it and no open invitation uses it. Deleting it can’t be undone.',
  deleted: 'Role deleted',
  losesConversations:
    'Without “View conversations”, the conversations of members with this role are handed over to other members.',
}

const hi: typeof en = {
  own: 'आपकी बनाई भूमिकाएँ',
  ownDetail: 'जब कोई तैयार भूमिका ठीक न बैठे, तब आप अपनी बना सकते हैं।',
  builtIn: 'तैयार भूमिकाएँ',
  builtInDetail: 'ये हर संगठन में होती हैं और बदली नहीं जा सकतीं।',
  none: 'आपने अभी कोई भूमिका नहीं बनाई',
  noneDetail: 'ज़्यादातर टीमों के लिए तैयार भूमिकाएँ काफ़ी हैं। अनुमतियाँ अलग तरह से देनी हों तो अपनी भूमिका बनाएँ।',
  create: 'भूमिका बनाएँ',
  createTitle: 'नई भूमिका',
  edit: (name) => `भूमिका “${name}”`,
  name: 'नाम',
  permissions: (count) => plural('hi', count, { one: `${count} अनुमति`, other: `${count} अनुमतियाँ` }),
  members: (count) => (count === 0 ? 'कोई सदस्य नहीं' : `${count} सदस्य`),
  show: 'देखें',
  change: 'बदलें',
  save: 'भूमिका सहेजें',
  saved: 'भूमिका सहेजी गई',
  heldBy: 'बदलाव 5 सेकंड में इस भूमिका वाले सभी सदस्यों पर लागू हो जाते हैं।',
  notYours: 'आप यह भूमिका नहीं बदल सकते, क्योंकि इसमें ऐसी अनुमतियाँ हैं जो आपके पास नहीं हैं।',
  delete: 'हटाएँ',
  deleteTitle: (name) => `भूमिका “${name}” हटाएँ?`,
  deleteDetail: 'भूमिका तभी हट सकती है जब वह किसी सदस्य के पास न हो और किसी खुले आमंत्रण में न हो। हटाने के बाद वह वापस नहीं आएगी।',
  deleted: 'भूमिका हटा दी गई',
  losesConversations: '“बातचीत देखना” के बिना, इस भूमिका वाले सदस्यों की बातचीत दूसरे सदस्यों को सौंप दी जाएगी।',
}

export const words = { en, hi }
