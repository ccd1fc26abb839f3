import { plural } from './plural.ts'

const en = {
  notices: 'Provider notices',
  noticesDetail: 'What the provider reports about this account. Notices are kept for 90 days.',
  noNotices: 'No notices yet. Errors, quality ratings and limits that the provider reports will appear here.',
  needsAction: 'Action needed',
  asItCame: 'Show original notice',
  times: (count: number) => plural('en', count, { one: 'once', other: `${count} times` }),
  kinds: {
    account_error: 'Account error',
    account_status: 'Account status',
    account_review: 'Account review',
    account_alert: 'Account alert',
    number_quality: 'Phone number quality',
    number_name: 'Phone number display name',
    messaging_limit: 'Messaging limit',
    template_quality: 'Template quality',
    template_content: 'Template content',
    preference: 'Marketing preference of an unknown contact',
    not_of_account: 'Webhook for another account',
    unread: 'Unreadable part of a webhook',
    unknown: 'Webhook of unknown type',
  } as Record<string, string>,
}

const hi: typeof en = {
  notices: 'प्रदाता की सूचनाएँ',
  noticesDetail: 'इस खाते के बारे में प्रदाता की भेजी सूचनाएँ। ये 90 दिन तक रहती हैं।',
  noNotices: 'अभी कोई सूचना नहीं। प्रदाता जो गड़बड़ी, क्वालिटी या सीमा बताएगा, वह यहाँ दिखेगी।',
  needsAction: 'आपको कुछ करना है',
  asItCame: 'मूल सूचना देखें',
  times: (count: number) => plural('hi', count, { one: 'एक बार', other: `${count} बार` }),
  kinds: {
    account_error: 'खाते में गड़बड़ी',
    account_status: 'खाते की स्थिति',
    account_review: 'खाते की समीक्षा',
    account_alert: 'खाते की चेतावनी',
    number_quality: 'फ़ोन नंबर की क्वालिटी',
    number_name: 'फ़ोन नंबर का दिखने वाला नाम',
    messaging_limit: 'संदेश भेजने की सीमा',
    template_quality: 'टेम्पलेट की क्वालिटी',
    template_content: 'टेम्पलेट की सामग्री',
    preference: 'किसी अनजान संपर्क की मार्केटिंग पसंद',
    not_of_account: 'किसी और खाते का वेबहुक',
    unread: 'वेबहुक का एक हिस्सा पढ़ा नहीं जा सका',
    unknown: 'अनजान तरह का वेबहुक',
  },
}

export const noticeWords = { en, hi }
