// Errors in fields of people.

import { listed, type Texts } from '../texts.ts'

const en = {
  // Accounts
  email_unchanged: 'This is already your email address.',
  time_zone_unknown: 'Choose a time zone of the time zone database, such as Asia/Kolkata.',
  current_password_wrong: 'This password is wrong, or you have not set one yet.',
  proof_wrong: 'This is wrong or was already used. Try again.',
  authenticator_code_wrong: "Your app does not show this code now. Check that your device's clock is right.",
  passkey_not_valid: 'This passkey was not created for this site and this step. Start again.',

  // Access tokens
  not_own_user: 'You can create access tokens only for yourself and for service users.',
  later_than_own_token: 'The access token used for this request expires earlier. Choose a time before it expires.',
  not_a_network: 'Enter an IP address or a network, such as 203.0.113.0/24.',
  outside_own_token:
    'The access token used for this request is not allowed from this address. Choose one of its allowed addresses.',
  permissions_not_in_role: ({ permissions }: { permissions: readonly string[] }) =>
    `The user's role does not have these permissions: ${listed(permissions)}.`,
  no_permissions: "Choose at least one permission that the user's role has.",

  // Roles and members
  permissions_not_yours: ({ permissions }: { permissions: readonly string[] }) =>
    `This requires permissions that you don't have: ${listed(permissions)}.`,
  role_name_built_in: 'A built-in role has this name. Choose another one.',
  role_unknown: ({ roles }: { roles: readonly string[] }) =>
    `Choose one of ${listed(roles)}, or the ID of a role of your organization.`,
  transfer_to_same_user: 'The conversations are transferred from this person. Choose someone else.',
  transfer_to_cannot_view:
    'This person cannot see conversations. Choose someone else, or give this person a role that can see them.',
}

const hi: Texts<typeof en> = {
  email_unchanged: 'यह पहले से आपका ईमेल पता है।',
  time_zone_unknown: 'टाइम ज़ोन का सही नाम चुनें, जैसे Asia/Kolkata।',
  current_password_wrong: 'यह पासवर्ड ग़लत है, या आपने अभी तक पासवर्ड नहीं बनाया है।',
  proof_wrong: 'यह ग़लत है, या पहले इस्तेमाल हो चुका है। फिर कोशिश करें।',
  authenticator_code_wrong: 'आपके ऐप में अभी यह कोड नहीं है। देखें कि आपके फ़ोन की घड़ी सही है।',
  passkey_not_valid: 'यह पासकी इस साइट और इस चरण की नहीं है। फिर से शुरू करें।',

  not_own_user: 'आप एक्सेस टोकन सिर्फ़ अपने लिए और सर्विस यूज़र के लिए बना सकते हैं।',
  later_than_own_token: 'इस अनुरोध का एक्सेस टोकन इससे पहले ख़त्म होता है। उससे पहले का समय चुनें।',
  not_a_network: 'IP पता या नेटवर्क लिखें, जैसे 203.0.113.0/24।',
  outside_own_token: 'यह पता इस अनुरोध के एक्सेस टोकन के अनुमत पतों में नहीं है।',
  permissions_not_in_role: ({ permissions }) => `यूज़र की भूमिका में ये अनुमतियाँ नहीं हैं: ${listed(permissions)}।`,
  no_permissions: 'यूज़र की भूमिका की कम से कम एक अनुमति चुनें।',

  permissions_not_yours: ({ permissions }) => `इसके लिए ये अनुमतियाँ चाहिए, जो आपके पास नहीं हैं: ${listed(permissions)}।`,
  role_name_built_in: 'यह नाम पहले से बनी एक भूमिका का है। दूसरा नाम चुनें।',
  role_unknown: ({ roles }) => `इनमें से एक चुनें: ${listed(roles)}, या अपने संगठन की किसी भूमिका की आईडी दें।`,
  transfer_to_same_user: 'बातचीत इन्हीं से ली जा रही है। किसी और को चुनें।',
  transfer_to_cannot_view: 'ये बातचीत नहीं देख सकते। किसी और को चुनें, या इन्हें ऐसी भूमिका दें जिसमें बातचीत दिखती हो।',
}

export const people = { en, hi }
