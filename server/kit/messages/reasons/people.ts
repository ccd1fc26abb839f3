// Reasons for refusing requests about people: sign-in, second factors, roles, members and invitations.

import { count, listed, type Texts } from '../texts.ts'

const closedInEnglish: Readonly<Record<string, string>> = {
  accepted: 'has already been accepted',
  revoked: 'has already been revoked',
  expired: 'has expired',
}
const closedInHindi: Readonly<Record<string, string>> = {
  accepted: 'स्वीकार किया जा चुका है',
  revoked: 'वापस लिया जा चुका है',
  expired: 'ख़त्म हो चुका है',
}

const en = {
  // Sign-in and sessions
  sign_ins_busy: 'Too many people are signing in right now. Try again in a second.',
  sign_ins_waiting: 'Too many sign-ins from this address are waiting. Try again in a second.',
  password_wrong: 'The email address or the password is wrong.',
  too_many_failed_sign_ins: ({ seconds }: { seconds: number }) =>
    `Too many sign-ins failed. Try again in ${count(seconds, 'second')}.`,
  not_signed_in: 'You are not signed in, or your session has expired. Sign in again.',
  no_organization: 'You are not a member of any organization. Ask an administrator to invite you.',
  foreign_page: 'This request came from another site. Only pages of this installation can send it.',
  csrf_token_wrong: 'The X-CSRF-Token header must be the token that GET /console/session returns for this session.',
  session_of_other_organization:
    'This browser is now signed in to another organization, so nothing was changed. Open that one, or sign in to this one again.',

  // Second factors
  factor_wrong: 'This code or passkey is wrong or was already used.',
  sign_in_step_over: 'This step has expired or was already completed. Start again.',
  passkey_unknown: 'This passkey is not registered here.',
  passkey_just_used: 'This passkey was just used or removed. Try again.',
  passkey_registered: 'This passkey is already registered.',
  passkeys_need_host_name:
    'Passkeys require a host name, and this installation is reached at an IP address. Ask its operator to set PUBLIC_URL.',
  too_many_passkeys: ({ max }: { max: number }) => `You already have ${count(max, 'passkey')}. Remove one first.`,
  authenticator_app_exists: 'You already have an authenticator app. Remove it first.',
  authenticator_app_not_started: 'No authenticator app is waiting for its first code. Start again.',
  second_factor_missing: 'Recovery codes require a second factor. Add an authenticator app or a passkey first.',

  // Accounts
  not_a_person: 'There is no person with this ID. Service users have no password.',
  token_of_service_user: 'This access token belongs to a service user, which has no password of its own.',
  too_many_address_changes: ({ max }: { max: number }) =>
    `You requested ${count(max, 'change')} of your email address within 24 hours. Try again tomorrow.`,
  address_link_over: 'This link was used or cancelled, has expired, or belongs to another account.',
  address_taken: 'Another account now has this email address. Nothing was changed.',
  reset_link_over: 'This link was used or is more than an hour old. Request a new one.',

  // Roles and members
  token_for_other_person:
    'You can create access tokens only for yourself and for service users. For a program, create a service user.',
  permissions_not_held: ({ permissions }: { permissions: readonly string[] }) =>
    `This requires permissions that the access token or its user's role does not have: ${listed(permissions)}.`,
  role_name_taken: 'The organization already has a role with this name.',
  role_in_use: 'Members or open invitations have this role. Give them another role first.',
  already_a_member: 'This user is already a member of the organization.',
  last_owner: 'This is the last owner of the organization. Make another member an owner first.',
  too_many_service_users: ({ max }: { max: number }) =>
    `The organization has ${count(max, 'service user')}. Remove one first.`,

  // Invitations
  invitation_closed: ({ status }: { status: string }) =>
    `This invitation ${closedInEnglish[status] ?? `is ${status}`} and cannot be revoked.`,
  too_many_open_invitations: ({ max }: { max: number }) =>
    `The organization has ${count(max, 'open invitation')}. Revoke some first.`,
  address_invited_too_often: ({ max }: { max: number }) =>
    `This address was invited ${count(max, 'time')} within 24 hours. Try again tomorrow.`,
  too_many_invitations: ({ max }: { max: number }) =>
    `The organization sent ${count(max, 'invitation')} within 24 hours. Try again tomorrow.`,
  invitation_over: 'This invitation does not exist or is no longer valid. Ask for a new one.',
  invitation_already_used: 'You are already a member of this organization.',
  invitation_changed: 'Your account changed in the meantime. Open the link again.',
  mail_not_set_up: 'This installation has no mail server. Ask its operator to set SAMVAD_SMTP_URL.',

  // Decisions of operators
  enterprise_not_reached: 'No month of the organization has reached the volume for enterprise pricing.',
  own_price_list_missing: 'The organization has no price list of its own. Create one for it first.',
}

const hi: Texts<typeof en> = {
  sign_ins_busy: 'अभी बहुत सारे लोग साइन इन कर रहे हैं। एक सेकंड बाद फिर कोशिश करें।',
  sign_ins_waiting: 'इस पते से बहुत सारे साइन इन क़तार में हैं। एक सेकंड बाद फिर कोशिश करें।',
  password_wrong: 'ईमेल पता या पासवर्ड ग़लत है।',
  too_many_failed_sign_ins: ({ seconds }) => `बहुत बार ग़लत साइन इन हुआ। ${seconds} सेकंड बाद फिर कोशिश करें।`,
  not_signed_in: 'आप साइन इन नहीं हैं, या आपका सेशन ख़त्म हो चुका है। फिर से साइन इन करें।',
  no_organization: 'आप किसी संगठन के सदस्य नहीं हैं। किसी एडमिन से आमंत्रण माँगें।',
  foreign_page: 'यह अनुरोध किसी दूसरी साइट से आया। इसे सिर्फ़ इसी इंस्टॉलेशन के पेज भेज सकते हैं।',
  csrf_token_wrong: 'X-CSRF-Token हेडर में वही टोकन भेजें जो GET /console/session इस सेशन के लिए देता है।',
  session_of_other_organization:
    'यह ब्राउज़र अब दूसरे संगठन में साइन इन है, इसलिए कुछ नहीं बदला। वह संगठन खोलें, या इसमें फिर से साइन इन करें।',

  factor_wrong: 'यह कोड या पासकी ग़लत है, या पहले इस्तेमाल हो चुकी है।',
  sign_in_step_over: 'इस चरण का समय ख़त्म हो गया, या यह पूरा हो चुका है। फिर से शुरू करें।',
  passkey_unknown: 'यह पासकी यहाँ जोड़ी नहीं गई है।',
  passkey_just_used: 'यह पासकी अभी-अभी इस्तेमाल हुई या हटाई गई। फिर कोशिश करें।',
  passkey_registered: 'यह पासकी पहले से जुड़ी हुई है।',
  passkeys_need_host_name:
    'पासकी के लिए होस्ट का नाम चाहिए, पर यह इंस्टॉलेशन IP पते पर चलता है। संचालक से PUBLIC_URL सेट करने को कहें।',
  too_many_passkeys: ({ max }) => `आपके पास पहले से ${max} पासकी हैं। पहले एक हटाएँ।`,
  authenticator_app_exists: 'आपका ऑथेंटिकेटर ऐप पहले से जुड़ा है। पहले उसे हटाएँ।',
  authenticator_app_not_started: 'कोई ऑथेंटिकेटर ऐप पहले कोड का इंतज़ार नहीं कर रहा। फिर से शुरू करें।',
  second_factor_missing: 'रिकवरी कोड के लिए दूसरी पुष्टि चाहिए। पहले ऑथेंटिकेटर ऐप या पासकी जोड़ें।',

  not_a_person: 'इस आईडी का कोई व्यक्ति नहीं है। सर्विस यूज़र का पासवर्ड नहीं होता।',
  token_of_service_user: 'यह एक्सेस टोकन सर्विस यूज़र का है, जिसका अपना पासवर्ड नहीं होता।',
  too_many_address_changes: ({ max }) => `आपने 24 घंटे में ${max} बार ईमेल पता बदलना चाहा। कल फिर कोशिश करें।`,
  address_link_over: 'यह लिंक इस्तेमाल या रद्द हो चुका है, ख़त्म हो चुका है, या किसी दूसरे खाते का है।',
  address_taken: 'यह ईमेल पता अब किसी दूसरे खाते का है। कुछ नहीं बदला।',
  reset_link_over: 'यह लिंक इस्तेमाल हो चुका है, या एक घंटे से पुराना है। नया लिंक मँगाएँ।',

  token_for_other_person: 'आप एक्सेस टोकन सिर्फ़ अपने और सर्विस यूज़र के लिए बना सकते हैं। प्रोग्राम के लिए सर्विस यूज़र बनाएँ।',
  permissions_not_held: ({ permissions }) =>
    `इसके लिए ये अनुमतियाँ चाहिए, जो एक्सेस टोकन या उसके यूज़र की भूमिका में नहीं हैं: ${listed(permissions)}।`,
  role_name_taken: 'संगठन में इस नाम की भूमिका पहले से है।',
  role_in_use: 'यह भूमिका कुछ सदस्यों या आमंत्रणों में है। पहले उन्हें दूसरी भूमिका दें।',
  already_a_member: 'ये पहले से संगठन के सदस्य हैं।',
  last_owner: 'ये संगठन के अकेले मालिक हैं। पहले किसी और सदस्य को मालिक बनाएँ।',
  too_many_service_users: ({ max }) => `संगठन में ${max} सर्विस यूज़र हैं। पहले एक हटाएँ।`,

  invitation_closed: ({ status }) =>
    `यह आमंत्रण ${closedInHindi[status] ?? `(${status}) बंद है`}, इसलिए वापस नहीं लिया जा सकता।`,
  too_many_open_invitations: ({ max }) => `संगठन के ${max} आमंत्रण खुले हैं। पहले कुछ वापस लें।`,
  address_invited_too_often: ({ max }) => `इस पते को 24 घंटे में ${max} बार आमंत्रण भेजा गया। कल फिर कोशिश करें।`,
  too_many_invitations: ({ max }) => `संगठन ने 24 घंटे में ${max} आमंत्रण भेजे। कल फिर कोशिश करें।`,
  invitation_over: 'यह आमंत्रण मौजूद नहीं है, या अब मान्य नहीं है। नया माँगें।',
  invitation_already_used: 'आप पहले से इस संगठन के सदस्य हैं।',
  invitation_changed: 'इस बीच आपका खाता बदल गया। लिंक फिर से खोलें।',
  mail_not_set_up: 'इस इंस्टॉलेशन में मेल सर्वर नहीं है। संचालक से SAMVAD_SMTP_URL सेट करने को कहें।',

  enterprise_not_reached: 'संगठन का कोई महीना एंटरप्राइज़ क़ीमतों की सीमा तक नहीं पहुँचा।',
  own_price_list_missing: 'संगठन की अपनी क़ीमत सूची नहीं है। पहले उसके लिए एक बनाएँ।',
}

export const people = { en, hi }
