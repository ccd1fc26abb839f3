// What the pages of an invitation say, in the languages of our pages. What is put in is HTML.

import type { Worded } from '#edge/language.ts'
import { PASSWORD_MIN } from '#people/identity/rules.ts'

export interface Words {
  invitation: string
  join: (organization: string) => string
  invited: (email: string, role: string) => string
  memberAlready: string
  password: string
  joinNow: string
  nothingElse: string
  name: string
  newPassword: string
  /** There was an account with the address already, which nobody proved. */
  makeOwn: string
  yours: string
  welcome: string
  welcomeTo: (organization: string) => string
  memberNow: string
  signIn: string
  toSignIn: string
  toInbox: string
  toConsole: string
  none: string
  noneDetail: string
  noneRemedy: string
  elsewhere: string
  elsewhereDetail: string
  wrongPassword: string
  /** The labels of the form's fields, before an error. */
  fields: Readonly<Record<string, string>>
}

const en: Words = {
  invitation: 'Invitation',
  join: (organization) => `Join ${organization}`,
  invited: (email, role) => `You, ${email}, are invited with the role ${role}.`,
  memberAlready: 'You are a member already.',
  password: 'Your password, the one that you sign in with here',
  joinNow: 'Join',
  nothingElse: 'Nothing else of yours changes: your name and your password stay as they are.',
  name: 'Your name',
  newPassword: `A new password of at least ${PASSWORD_MIN} characters`,
  makeOwn:
    'There is an account with this address, and nobody ever proved that the address is theirs. Now you do: with this password the account becomes yours, and every earlier sign-in and token of it ends.',
  yours: 'The name and the password are yours: no organization can change them.',
  welcome: 'Welcome',
  welcomeTo: (organization) => `Welcome to ${organization}`,
  memberNow: 'You are a member now.',
  signIn: 'Your account requires a second step at sign-in.',
  toSignIn: 'Sign in',
  toInbox: 'Open the inbox',
  toConsole: 'Open the console',
  none: 'No such invitation',
  noneDetail: 'This invitation does not exist, or is over: it was used, withdrawn, or is older than 7 days.',
  noneRemedy: 'Ask whoever invited you for a new one.',
  elsewhere: 'Not from here',
  elsewhereDetail: 'This is only for pages of this installation, and the request is from another.',
  wrongPassword: 'This is not your password.',
  fields: { display_name: 'Your name', password: 'Password' },
}

const hi: Words = {
  invitation: 'न्योता',
  join: (organization) => `${organization} से जुड़ें`,
  invited: (email, role) => `आपको (${email}) ${role} भूमिका के साथ बुलाया गया है।`,
  memberAlready: 'आप पहले से सदस्य हैं।',
  password: 'आपका पासवर्ड, जिससे आप यहाँ साइन इन करते हैं',
  joinNow: 'जुड़ें',
  nothingElse: 'आपका और कुछ नहीं बदलता: नाम और पासवर्ड वैसे ही रहेंगे।',
  name: 'आपका नाम',
  newPassword: `नया पासवर्ड, कम से कम ${PASSWORD_MIN} अक्षरों का`,
  makeOwn:
    'इस पते का एक खाता पहले से है, पर किसी ने साबित नहीं किया कि पता उसका है। अब आप कर रहे हैं: इस पासवर्ड के साथ खाता आपका हो जाएगा, और पहले के सारे साइन-इन और टोकन ख़त्म हो जाएँगे।',
  yours: 'नाम और पासवर्ड आपके हैं: कोई संगठन इन्हें नहीं बदल सकता।',
  welcome: 'स्वागत है',
  welcomeTo: (organization) => `${organization} में आपका स्वागत है`,
  memberNow: 'अब आप सदस्य हैं।',
  signIn: 'आपके खाते में साइन इन का दूसरा चरण भी है।',
  toSignIn: 'साइन इन करें',
  toInbox: 'इनबॉक्स खोलें',
  toConsole: 'कंसोल खोलें',
  none: 'ऐसा कोई न्योता नहीं है',
  noneDetail: 'यह न्योता है ही नहीं, या ख़त्म हो चुका: काम आ चुका, वापस लिया गया, या 7 दिन से पुराना है।',
  noneRemedy: 'जिन्होंने बुलाया था उनसे नया माँगें।',
  elsewhere: 'यहाँ से नहीं',
  elsewhereDetail: 'यह केवल इसी सेवा के पेजों से हो सकता है, और अनुरोध किसी और पेज से आया।',
  wrongPassword: 'यह आपका पासवर्ड नहीं है।',
  fields: { display_name: 'आपका नाम', password: 'पासवर्ड' },
}

export const words: Worded<Words> = { en, hi }
