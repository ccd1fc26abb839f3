// Reasons for refusing requests about campaigns.

import { rupees } from '#kit/india/amounts.ts'
import { type Language, listed, type Texts } from '../texts.ts'

const states = {
  en: {
    draft: 'a draft',
    scheduled: 'scheduled',
    running: 'running',
    paused: 'paused',
    completed: 'completed',
    cancelled: 'cancelled',
  },
  hi: {
    draft: 'ड्राफ़्ट',
    scheduled: 'शेड्यूल किया हुआ',
    running: 'चालू',
    paused: 'रुका हुआ',
    completed: 'पूरा',
    cancelled: 'रद्द',
  },
} as const

const stateIn = (language: Language, status: string): string =>
  (states[language] as Readonly<Record<string, string>>)[status] ?? status

const en = {
  campaign_state: ({ status }: { status: string }) =>
    `The campaign is ${stateIn('en', status)}, so this is not possible now.`,
  campaign_changed: 'The campaign was changed in the meantime. Check it and start it again.',
  campaign_above_max: ({ total, max }: { total: string; max: string }) =>
    `The campaign would cost ${rupees(total)}, which is more than ${rupees(max)}. Estimate it again and start it with a higher limit.`,
  campaign_above_available: ({
    total,
    available,
    shortfall,
  }: {
    total: string
    available: string
    shortfall: string
  }) =>
    `The campaign costs ${rupees(total)} and ${rupees(available)} is available. Recharge at least ${rupees(shortfall)}, or start it with what is available.`,
  campaign_without_recipients: 'Nobody on these lists can receive the campaign. The estimate shows why.',
  campaign_while_upgrading: 'Samvad is being upgraded. Start the campaign again in a few minutes.',
  campaign_ended: 'The campaign has ended, so this delivery cannot be sent again. Mark it as sent or as not sent.',
  campaign_content: ({ fields }: { fields: readonly string[] }) =>
    `The campaign cannot be sent as it is written. Correct these fields: ${listed(fields)}.`,
}

const hi: Texts<typeof en> = {
  campaign_state: ({ status }) => `कैंपेन ${stateIn('hi', status)} है, इसलिए अभी यह नहीं हो सकता।`,
  campaign_changed: 'इस बीच कैंपेन में बदलाव हुआ है। इसे जाँचकर फिर से शुरू करें।',
  campaign_above_max: ({ total, max }) =>
    `कैंपेन का ख़र्च ${rupees(total)} होगा, जो ${rupees(max)} से ज़्यादा है। अनुमान फिर से देखें और ऊँची सीमा के साथ शुरू करें।`,
  campaign_above_available: ({ total, available, shortfall }) =>
    `कैंपेन का ख़र्च ${rupees(total)} है और ${rupees(available)} ख़र्च किए जा सकते हैं। कम से कम ${rupees(shortfall)} का रिचार्ज करें, या जितना है उतने से शुरू करें।`,
  campaign_without_recipients: 'इन लिस्टों में से किसी को भी कैंपेन नहीं भेजा जा सकता। वजह अनुमान में दिखेगी।',
  campaign_while_upgrading: 'Samvad को अपग्रेड किया जा रहा है। कुछ मिनट बाद कैंपेन फिर से शुरू करें।',
  campaign_ended: 'कैंपेन ख़त्म हो चुका है, इसलिए यह डिलीवरी दोबारा नहीं भेजी जा सकती। इसे भेजी गई या नहीं भेजी गई मानें।',
  campaign_content: ({ fields }) => `कैंपेन जैसा लिखा है वैसा नहीं भेजा जा सकता। ये फ़ील्ड ठीक करें: ${listed(fields)}।`,
}

export const campaigns = { en, hi }
