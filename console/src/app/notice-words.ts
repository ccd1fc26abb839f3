import { plural } from './plural.ts'

const en = {
  notices: 'Notices from the provider',
  noticesDetail: 'What the provider says about this account. Notices are kept for 90 days.',
  noNotices: 'No notices yet. Errors, quality and limits that the provider reports appear here.',
  needsAction: 'Action needed',
  asItCame: 'Show what the provider sent',
  times: (count: number) => plural('en', count, { one: 'once', other: `${count} times` }),
  kinds: {
    account_error: 'Account error',
    account_status: 'Account status',
    account_review: 'Account review',
    account_alert: 'Account alert',
    number_quality: 'Quality of the number',
    number_name: 'Display name of the number',
    messaging_limit: 'Messaging limits',
    template_quality: 'Quality of a template',
    template_content: 'Content of a template',
    preference: 'Marketing preference of an unknown person',
    not_of_account: 'Webhook for another account',
    unread: 'Part of a webhook that could not be read',
    unknown: 'Webhook of an unknown kind',
  } as Record<string, string>,
}

const hi: typeof en = {
  notices: 'प्रदाता की सूचनाएँ',
  noticesDetail: 'इस अकाउंट के बारे में प्रदाता क्या कहता है। सूचनाएँ 90 दिन रखी जाती हैं।',
  noNotices: 'अभी कोई सूचना नहीं। प्रदाता की बताई गड़बड़ियाँ, गुणवत्ता और सीमाएँ यहाँ दिखेंगी।',
  needsAction: 'कुछ करना है',
  asItCame: 'प्रदाता ने जो भेजा, देखें',
  times: (count: number) => plural('hi', count, { one: 'एक बार', other: `${count} बार` }),
  kinds: {
    account_error: 'अकाउंट की गड़बड़ी',
    account_status: 'अकाउंट की स्थिति',
    account_review: 'अकाउंट की समीक्षा',
    account_alert: 'अकाउंट की चेतावनी',
    number_quality: 'नंबर की गुणवत्ता',
    number_name: 'नंबर का दिखने वाला नाम',
    messaging_limit: 'संदेशों की सीमाएँ',
    template_quality: 'टेम्पलेट की गुणवत्ता',
    template_content: 'टेम्पलेट की सामग्री',
    preference: 'किसी अनजान व्यक्ति की मार्केटिंग पसंद',
    not_of_account: 'किसी और अकाउंट का वेबहुक',
    unread: 'वेबहुक का हिस्सा जो पढ़ा नहीं जा सका',
    unknown: 'अनजान तरह का वेबहुक',
  },
}

export const noticeWords = { en, hi }
