// Texts of the invitation pages by language. Parameters are HTML.

import type { PageLanguage, Worded } from '#edge/language.ts'
import type { BuiltInRole } from '#people/access/rules.ts'
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
  /** For an account whose email address was never confirmed. */
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
  invited: (email, role) => `${email} is invited with the role ${role}.`,
  memberAlready: 'You are already a member.',
  password: 'Your current password for this site',
  joinNow: 'Accept invitation',
  nothingElse: 'Your name and password stay the same.',
  name: 'Your name',
  newPassword: `New password (at least ${PASSWORD_MIN} characters)`,
  makeOwn:
    'An account with this email address exists, but the address was never confirmed. Accepting makes the account yours: you set a new password, and all earlier sessions and access tokens end.',
  yours: 'Your name and password belong to you. No organization can change them.',
  welcome: 'Welcome',
  welcomeTo: (organization) => `Welcome to ${organization}`,
  memberNow: 'You are now a member.',
  signIn: 'Your account uses two-factor authentication. Sign in to continue.',
  toSignIn: 'Sign in',
  toInbox: 'Open the inbox',
  toConsole: 'Open the console',
  none: 'Invitation not found',
  noneDetail: 'This invitation does not exist, was already used or withdrawn, or expired after 7 days.',
  noneRemedy: 'Ask the person who invited you for a new one.',
  elsewhere: 'Request blocked',
  elsewhereDetail: 'This form was sent from another site. Open the link in your invitation email and try again.',
  wrongPassword: 'This password is wrong. Check it for a typo.',
  fields: { display_name: 'Your name', password: 'Password' },
}

const hi: Words = {
  invitation: 'आमंत्रण',
  join: (organization) => `${organization} से जुड़ें`,
  invited: (email, role) => `आपको ${email} पर ${role} की भूमिका के लिए आमंत्रित किया गया है।`,
  memberAlready: 'आप पहले से सदस्य हैं।',
  password: 'इस साइट का आपका मौजूदा पासवर्ड',
  joinNow: 'आमंत्रण स्वीकार करें',
  nothingElse: 'आपका नाम और पासवर्ड वही रहेंगे।',
  name: 'आपका नाम',
  newPassword: `नया पासवर्ड (कम से कम ${PASSWORD_MIN} अक्षर)`,
  makeOwn:
    'इस ईमेल पते से एक खाता है, पर पते की पुष्टि कभी नहीं हुई। आमंत्रण स्वीकार करने पर खाता आपका हो जाएगा: आप नया पासवर्ड बनाएँगे, और पहले के सभी सेशन और एक्सेस टोकन ख़त्म हो जाएँगे।',
  yours: 'नाम और पासवर्ड सिर्फ़ आपके हैं। कोई संगठन इन्हें नहीं बदल सकता।',
  welcome: 'स्वागत है',
  welcomeTo: (organization) => `${organization} में आपका स्वागत है`,
  memberNow: 'अब आप सदस्य हैं।',
  signIn: 'आपके खाते में दो चरणों में पुष्टि चालू है। आगे बढ़ने के लिए साइन इन करें।',
  toSignIn: 'साइन इन करें',
  toInbox: 'इनबॉक्स खोलें',
  toConsole: 'कंसोल खोलें',
  none: 'आमंत्रण नहीं मिला',
  noneDetail: 'यह आमंत्रण मौजूद नहीं है, इस्तेमाल हो चुका है, वापस ले लिया गया है, या 7 दिन पूरे होने पर ख़त्म हो गया है।',
  noneRemedy: 'जिन्होंने आपको आमंत्रित किया था, उनसे नया आमंत्रण माँगें।',
  elsewhere: 'अनुरोध रोका गया',
  elsewhereDetail: 'यह फ़ॉर्म किसी दूसरी साइट से भेजा गया था। आमंत्रण के ईमेल का लिंक खोलकर फिर कोशिश करें।',
  wrongPassword: 'यह पासवर्ड ग़लत है। टाइपिंग की ग़लती देख लें।',
  fields: { display_name: 'आपका नाम', password: 'पासवर्ड' },
}

export const words: Worded<Words> = { en, hi }

const roles: Worded<Readonly<Record<BuiltInRole, string>>> = {
  en: { owner: 'Owner', admin: 'Admin', billing: 'Billing', agent: 'Agent', viewer: 'Viewer' },
  hi: { owner: 'मालिक', admin: 'एडमिन', billing: 'बिलिंग', agent: 'एजेंट', viewer: 'दर्शक' },
}

/** The title of a built-in role; null for a custom role, which keeps its own name. */
export const roleIn = (language: PageLanguage, name: string | null): string | null =>
  name !== null && Object.hasOwn(roles[language], name) ? roles[language][name as BuiltInRole] : null
