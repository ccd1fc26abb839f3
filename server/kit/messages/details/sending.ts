// Why a delivery or a reaction was not sent, or waits: sentences about Samvad's own work.

import { nameOfChannel, nameOfSuppression, timeInIndia } from '../names.ts'
import { count, type Texts } from '../texts.ts'

const en = {
  /** The words of a provider, a mail server or a gateway, unchanged. */
  provider_said: ({ said }: { said: string }) => said,
  /** The words of a program or a library, unchanged: `connect ECONNREFUSED 192.0.2.1:25`. */
  technical_error: ({ error }: { error: string }) => error,

  // Attempts
  gave_up: ({ tries }: { tries: number }) => `Given up after ${count(tries, 'try', 'tries')}.`,
  outcome_unknown:
    'It is unknown whether the message was sent. It is not sent again automatically, so that the recipient does not get it twice. When you find out, resolve the delivery.',
  worker_ended: 'The process that was sending the message ended.',
  sending_failed: 'An internal error occurred while the message was being sent.',
  no_time_left: 'There was no time left to send the message.',
  program_ending: 'The program is shutting down.',
  host_not_allowed: ({ host }: { host: string }) =>
    `${host} is not a public address, and the operator has not allowed its network.`,
  found_not_sent: 'Somebody found out that the message was not sent.',
  settled_as_sent: ({ at, before }: { at: string; before: string }) =>
    `Recorded as sent when the fence was lifted on ${timeInIndia('en', at)}: the original installation had sent every message queued before ${timeInIndia('en', before)}.`,
  waits_for_morning: ({ until }: { until: string }) =>
    `The message is promotional and waits until ${timeInIndia('en', until)}: promotional messages are not sent at night.`,

  // The recipient
  unsubscribed_before_sending: ({ channel }: { channel: string }) =>
    `The contact unsubscribed from ${nameOfChannel('en', channel)} before the message was sent.`,
  suppressed_before_sending: ({ channel, cause }: { channel: string; cause: string }) =>
    `The ${nameOfChannel('en', channel)} address was added to the suppression list before the message was sent: ${nameOfSuppression('en', cause)}.`,
  address_gone: ({ channel }: { channel: string }) =>
    `The contact no longer had an address for ${nameOfChannel('en', channel)} when the message was due.`,
  address_of_other_recipient: "Another recipient of the campaign has the contact's new address.",
  mail_address_not_valid: "The contact's email address is not one that mail can be sent to.",
  app_address_not_valid: "The contact's address is neither a phone number nor a WhatsApp ID.",
  phone_number_not_complete: "The contact's phone number is not complete.",

  // The content
  attachment_missing: ({ filename }: { filename: string }) =>
    `The file ${filename} is no longer in the attachment store.`,
  template_file_missing: 'The file of the template is no longer there, because the template was deleted.',
  attachment_store_unreadable: ({ error }: { error: string }) => `The attachment store cannot be read: ${error}`,
  too_many_attachments: ({ found }: { found: number }) =>
    `A WhatsApp message takes one attachment, and this one has ${found}.`,
  text_has_too_many_parts: ({ parts }: { parts: number }) =>
    `The text needs ${parts} SMS parts, which is more than one message can have.`,
  dlt_template_required: 'An SMS to +91 must match an approved template. Send it with a template.',

  // Reactions
  reactions_not_supported: 'The channel does not support reactions to this message.',
  reaction_without_address: 'The contact no longer has an address on this channel.',
  reaction_to_unsubscribed: 'The contact has unsubscribed from this channel.',
  reaction_to_suppressed: 'The address is on the suppression list.',
  reaction_session_over: 'The contact has not written in the last 24 hours and would not see the reaction.',

  // The account
  channel_without_account: ({ channel }: { channel: string }) => `${nameOfChannel('en', channel)} is not set up.`,
  accepted_for_other_account:
    'The message was accepted for an account that has since been removed or replaced, and is sent through no other. Set that account up again, or delete the message.',
  sandbox_takes_other_messages: 'All new messages go to the sandbox now (SAMVAD_SANDBOX=on). This one does not.',
  no_account_now: 'There is no account at the moment.',
  accepted_for_sandbox:
    'The message was accepted for the sandbox, which takes no messages any more. No real account sends it.',
  rate_limit_unknown: 'The rate limit of the account could not be read.',
  rate_limit_reached: 'The account has sent as many messages as its limit per second allows.',
  provider_wants_pause: 'The provider asked for a pause of the account.',
  account_outcomes_unknown:
    'The provider did not confirm the previous messages of this account. Until it confirms one, messages are tried one at a time.',
  account_busy: 'Other messages of the same account took too long.',
}

const hi: Texts<typeof en> = {
  provider_said: ({ said }) => said,
  technical_error: ({ error }) => `तकनीकी गड़बड़ी: ${error}`,

  gave_up: ({ tries }) => `${tries} बार कोशिश के बाद भेजना बंद किया गया।`,
  outcome_unknown:
    'पता नहीं चला कि संदेश गया या नहीं। यह अपने-आप दोबारा नहीं भेजा जाता, ताकि पाने वाले को दो बार न मिले। पता चलने पर बताएँ कि वह गया था या नहीं।',
  worker_ended: 'संदेश भेजने वाला प्रोसेस बीच में बंद हो गया।',
  sending_failed: 'संदेश भेजते समय सिस्टम में गड़बड़ी हुई।',
  no_time_left: 'संदेश भेजने के लिए समय नहीं बचा।',
  program_ending: 'प्रोग्राम बंद हो रहा है।',
  host_not_allowed: ({ host }) => `${host} सार्वजनिक पता नहीं है, और संचालक ने इसके नेटवर्क की अनुमति नहीं दी है।`,
  found_not_sent: 'किसी ने पता किया कि संदेश नहीं गया था।',
  settled_as_sent: ({ at, before }) =>
    `${timeInIndia('hi', at)} को रोक हटाते समय इसे भेजा हुआ माना गया: ${timeInIndia('hi', before)} से पहले क़तार में लगे सारे संदेश मूल इंस्टॉलेशन भेज चुका था।`,
  waits_for_morning: ({ until }) =>
    `यह प्रचार वाला संदेश है और ${timeInIndia('hi', until)} तक रुकेगा: ऐसे संदेश रात में नहीं भेजे जाते।`,

  unsubscribed_before_sending: ({ channel }) =>
    `संदेश जाने से पहले संपर्क ने ${nameOfChannel('hi', channel)} अनसब्सक्राइब कर दिया।`,
  suppressed_before_sending: ({ channel, cause }) =>
    `संदेश जाने से पहले ${nameOfChannel('hi', channel)} का पता रोक-सूची में आ गया: ${nameOfSuppression('hi', cause)}।`,
  address_gone: ({ channel }) => `जब संदेश भेजना था, तब संपर्क के पास ${nameOfChannel('hi', channel)} का पता नहीं था।`,
  address_of_other_recipient: 'संपर्क का नया पता कैंपेन के किसी दूसरे पाने वाले का है।',
  mail_address_not_valid: 'संपर्क का ईमेल पता ऐसा नहीं है जिस पर मेल भेजा जा सके।',
  app_address_not_valid: 'संपर्क का पता न फ़ोन नंबर है, न WhatsApp ID।',
  phone_number_not_complete: 'संपर्क का फ़ोन नंबर पूरा नहीं है।',

  attachment_missing: ({ filename }) => `फ़ाइल ${filename} अब अटैचमेंट के स्टोर में नहीं है।`,
  template_file_missing: 'टेम्पलेट की फ़ाइल अब नहीं है, क्योंकि टेम्पलेट डिलीट हो गया।',
  attachment_store_unreadable: ({ error }) => `अटैचमेंट का स्टोर पढ़ा नहीं जा सका: ${error}`,
  too_many_attachments: ({ found }) => `WhatsApp संदेश में एक ही अटैचमेंट जा सकता है, इसमें ${found} हैं।`,
  text_has_too_many_parts: ({ parts }) => `इस टेक्स्ट के ${parts} SMS बनते हैं। एक संदेश में इतने नहीं जा सकते।`,
  dlt_template_required: '+91 पर SMS किसी मंज़ूर टेम्पलेट से मेल खाना चाहिए। इसे टेम्पलेट के साथ भेजें।',

  reactions_not_supported: 'इस चैनल पर इस संदेश पर रिऐक्शन नहीं भेजा जा सकता।',
  reaction_without_address: 'इस चैनल पर संपर्क का अब कोई पता नहीं है।',
  reaction_to_unsubscribed: 'संपर्क ने यह चैनल अनसब्सक्राइब कर दिया है।',
  reaction_to_suppressed: 'यह पता रोक-सूची में है।',
  reaction_session_over: 'संपर्क ने पिछले 24 घंटों में कुछ नहीं लिखा, इसलिए उन्हें रिऐक्शन नहीं दिखेगा।',

  channel_without_account: ({ channel }) => `${nameOfChannel('hi', channel)} सेट नहीं है।`,
  accepted_for_other_account:
    'यह संदेश जिस खाते के लिए लिया गया था, वह हटा दिया या बदल दिया गया है, और यह किसी दूसरे खाते से नहीं जाएगा। वही खाता फिर से जोड़ें, या संदेश डिलीट करें।',
  sandbox_takes_other_messages: 'अभी सारे नए संदेश सैंडबॉक्स में जाते हैं (SAMVAD_SANDBOX=on)। यह संदेश नहीं जाएगा।',
  no_account_now: 'अभी कोई खाता नहीं है।',
  accepted_for_sandbox: 'यह संदेश सैंडबॉक्स के लिए था, जो अब संदेश नहीं लेता। इसे कोई असली खाता नहीं भेजेगा।',
  rate_limit_unknown: 'खाते की भेजने की सीमा पढ़ी नहीं जा सकी।',
  rate_limit_reached: 'खाते की प्रति सेकंड सीमा जितने संदेश जा चुके हैं।',
  provider_wants_pause: 'प्रदाता ने इस खाते को थोड़ा रुकने को कहा है।',
  account_outcomes_unknown:
    'प्रदाता ने इस खाते के पिछले संदेशों का जवाब नहीं दिया। जब तक एक का जवाब नहीं आता, संदेश एक-एक करके भेजे जाएँगे।',
  account_busy: 'इसी खाते के दूसरे संदेशों में बहुत समय लगा।',
}

export const sending = { en, hi }
