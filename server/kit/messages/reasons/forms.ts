// Reasons for refusing requests about forms.

import { count, type Texts } from '../texts.ts'

const en = {
  form_slug_taken: ({ slug }: { slug: string }) =>
    `The address ${slug} is already in use. Choose another one, or leave it out and Samvad makes one from the name.`,
  form_slugs_too_many: ({ max }: { max: number }) =>
    `The form already had ${max} addresses, which all lead to it. Keep one of them, or duplicate the form.`,
  form_suspended: ({ reason }: { reason: string }) =>
    `The operator of this installation suspended the form: ${reason} Contact the operator.`,
  too_many_form_domains: ({ max }: { max: number }) =>
    `An organization can have at most ${count(max, 'form domain')}. Delete one first.`,
  form_domain_of_other: ({ domain, record }: { domain: string; record: string }) =>
    `Another organization has verified ${domain}. Remove its value from the TXT record ${record} first.`,
  premium_form_domains: 'Domains for forms are part of the premium plan. Subscribe to it, then add the domain.',
  form_not_published: 'The form is not published, so there is nothing to unpublish.',
  premium_analytics:
    'Drop-off, time to finish, campaigns, devices and the comparison of versions are part of the premium plan. They are counted already: subscribe, and they show from the first day.',
}

const hi: Texts<typeof en> = {
  form_slug_taken: ({ slug }) => `पता ${slug} पहले से इस्तेमाल में है। दूसरा चुनें, या इसे छोड़ दें: Samvad नाम से एक बना देगा।`,
  form_slugs_too_many: ({ max }) =>
    `इस फ़ॉर्म के ${max} पते हो चुके हैं, और सब इसी पर लाते हैं। इनमें से एक रखें, या फ़ॉर्म की कॉपी बनाएँ।`,
  form_suspended: ({ reason }) => `इस इंस्टॉलेशन के ऑपरेटर ने फ़ॉर्म रोक दिया है: ${reason} ऑपरेटर से संपर्क करें।`,
  too_many_form_domains: ({ max }) => `एक संगठन में फ़ॉर्म के ज़्यादा से ज़्यादा ${max} डोमेन हो सकते हैं। पहले एक हटाएँ।`,
  form_domain_of_other: ({ domain, record }) =>
    `${domain} को किसी और संगठन ने वेरिफ़ाई किया है। पहले TXT रिकॉर्ड ${record} से उसका मान हटाएँ।`,
  premium_form_domains: 'फ़ॉर्म के डोमेन प्रीमियम प्लान में मिलते हैं। पहले प्लान लें, फिर डोमेन जोड़ें।',
  form_not_published: 'फ़ॉर्म प्रकाशित नहीं है, इसलिए हटाने को कुछ नहीं है।',
  premium_analytics:
    'लोग कहाँ रुकते हैं, भरने में लगा समय, अभियान, डिवाइस और संस्करणों की तुलना प्रीमियम प्लान में हैं। इनकी गिनती पहले से हो रही है: प्लान लेते ही ये पहले दिन से दिखेंगे।',
}

export const forms = { en, hi }
