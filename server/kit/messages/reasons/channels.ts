// Reasons for refusing requests about channels: provider calls, accounts, sender domains, SMS to India, the sandbox.

import { nameOfChannel, nameOfStatus, timeInIndia } from '../names.ts'
import { count, type Texts } from '../texts.ts'

const en = {
  // Calls of providers
  webhook_not_signed:
    'The signature of this call is missing or wrong. Nothing was stored. Check that the app secret belongs to the app that calls.',
  verify_token_wrong: 'This is not the verify token of this callback address.',
  gateway_not_verified:
    'The proof of this call is missing or wrong. Nothing was stored. Check how the SMS account verifies callbacks, and the secret.',
  mail_webhook_not_verified:
    'The proof of this call is missing, wrong or too old. Nothing was stored. Check that the email account names this provider and its key.',
  mail_webhook_not_checked: 'This call cannot be verified right now. Send it again later.',
  too_much_inbound_waiting:
    'Too many received messages of this organization wait to be processed. Send it again later.',

  // Sender domains
  too_many_domains: ({ max }: { max: number }) =>
    `An organization can have at most ${count(max, 'sender domain')}. Remove one first.`,
  domain_exists: ({ domain }: { domain: string }) => `The organization already has the domain ${domain}. Verify it.`,
  domain_of_other: ({ domain }: { domain: string }) =>
    `Another organization has verified ${domain}. Remove its record from the DNS of _samvad.${domain} first.`,
  dns_unavailable: ({ problem }: { problem: string }) =>
    `The DNS did not respond (${problem}). Nothing was changed. Try again.`,

  // SMS to India
  dlt_no_template:
    'A text to +91 must match an approved template with a DLT ID. Register the text with DLT, create a template with its DLT ID and have it approved.',
  dlt_nearest_template: ({ template, max }: { template: string; max: number }) =>
    `A text to +91 must match an approved template with a DLT ID. The closest one is ${template}. Write the text the same way, with at most ${count(max, 'character')} for each variable, or send it with this template.`,
  dlt_template_id_missing: ({ template }: { template: string }) =>
    `The template ${template} has no DLT template ID. Add it and have the template approved again.`,
  dlt_header_not_valid: ({ template }: { template: string }) =>
    `The header of the template ${template} is not a valid sender. Correct it and have the template approved again.`,
  quiet_hours: ({ time }: { time: string }) =>
    `Promotional SMS can be sent only between 10:00 and 21:00 in India. Send it at ${timeInIndia('en', time)} or later that day, or let the SMS account schedule such messages.`,

  // Sandbox
  sandbox_off: 'The sandbox is off, because a real account was set up or the operator turned it off.',
  sandbox_of_channel_off: ({ channel }: { channel: string }) =>
    `The sandbox for ${nameOfChannel('en', channel)} is off, because a real account was set up or the operator turned it off.`,
  sandbox_while_fenced: 'This installation is fenced and processes no received messages.',
  sandbox_message_deleted: 'The message was received and has been deleted since.',
  sandbox_message_retried: 'The message is stored and is processed in a moment.',
  sandbox_message_waiting: 'The message is stored and waits for a worker. Look again in a second.',
  sandbox_message_failed: 'The message is stored, but could not be processed. The operator can see why.',
  sandbox_message_not_taken: 'The message was not accepted by the sandbox. Try again in a second.',
  sandbox_report_retried: 'The report is stored and takes effect in a moment.',
  sandbox_report_waiting: 'The report is stored and waits for a worker. Look again in a second.',
  sandbox_report_failed: 'The report is stored, but could not be processed. The operator can see why.',
  sandbox_report_not_taken: 'The report was not accepted by the sandbox. Try again in a second.',
  sandbox_delivery_recorded: 'The delivery is being recorded. Try again in a second.',
  sandbox_delivery_unknown: 'The delivery did not go to the sandbox, or the sandbox no longer stores it.',
  sandbox_delivery_not_sent: 'The message is not sent yet. Report on it once it is sent.',
  sandbox_status_not_possible: ({ status, to }: { status: string; to: string }) =>
    `The delivery is ${nameOfStatus('en', status)} and can no longer become ${nameOfStatus('en', to)}.`,
  sandbox_message_not_sent: 'The message is not sent yet, so nobody can react to it.',
  sandbox_file_used: 'A file was just sent with another message. Upload it again.',
  device_without_address: 'Enter an email address, a phone number or an app ID.',
}

const hi: Texts<typeof en> = {
  webhook_not_signed: 'इस कॉल का हस्ताक्षर नहीं है या ग़लत है। कुछ सहेजा नहीं गया। देखें कि ऐप सीक्रेट कॉल करने वाले ऐप का ही हो।',
  verify_token_wrong: 'यह इस कॉलबैक पते का वेरिफ़ाई टोकन नहीं है।',
  gateway_not_verified: 'इस कॉल का सबूत नहीं है या ग़लत है। कुछ सहेजा नहीं गया। देखें कि SMS खाते में कॉलबैक की जाँच और सीक्रेट सही हों।',
  mail_webhook_not_verified:
    'इस कॉल का सबूत नहीं है, ग़लत है या बहुत पुराना है। कुछ सहेजा नहीं गया। देखें कि ईमेल खाते में यही प्रदाता और उसकी कुंजी हो।',
  mail_webhook_not_checked: 'इस कॉल की जाँच अभी नहीं हो सकती। बाद में फिर भेजें।',
  too_much_inbound_waiting: 'इस संगठन के बहुत सारे आए हुए संदेश अभी क़तार में हैं। बाद में फिर भेजें।',

  too_many_domains: ({ max }) => `एक संगठन के ज़्यादा से ज़्यादा ${max} डोमेन हो सकते हैं। पहले एक हटाएँ।`,
  domain_exists: ({ domain }) => `संगठन में डोमेन ${domain} पहले से है। उसे वेरिफ़ाई करें।`,
  domain_of_other: ({ domain }) =>
    `${domain} को किसी और संगठन ने वेरिफ़ाई किया है। पहले _samvad.${domain} के DNS से उसका रिकॉर्ड हटाएँ।`,
  dns_unavailable: ({ problem }) => `DNS से जवाब नहीं मिला (${problem})। कुछ बदला नहीं गया। फिर कोशिश करें।`,

  dlt_no_template:
    '+91 पर भेजा टेक्स्ट DLT आईडी वाले किसी मंज़ूर टेम्पलेट का होना चाहिए। टेक्स्ट को DLT पर रजिस्टर करें, उसकी DLT आईडी के साथ टेम्पलेट बनाएँ और मंज़ूर कराएँ।',
  dlt_nearest_template: ({ template, max }) =>
    `+91 पर भेजा टेक्स्ट DLT आईडी वाले किसी मंज़ूर टेम्पलेट का होना चाहिए। सबसे क़रीब ${template} है। टेक्स्ट वैसा ही लिखें, हर वेरिएबल में ज़्यादा से ज़्यादा ${max} अक्षर, या इसी टेम्पलेट से भेजें।`,
  dlt_template_id_missing: ({ template }) => `टेम्पलेट ${template} में DLT टेम्पलेट आईडी नहीं है। उसे जोड़कर टेम्पलेट फिर मंज़ूर कराएँ।`,
  dlt_header_not_valid: ({ template }) => `टेम्पलेट ${template} का हेडर सही सेंडर आईडी नहीं है। उसे सुधारकर टेम्पलेट फिर मंज़ूर कराएँ।`,
  quiet_hours: ({ time }) =>
    `प्रचार वाले SMS भारत में सिर्फ़ सुबह 10 से रात 9 बजे तक भेजे जा सकते हैं। ${timeInIndia('hi', time)} या उसी दिन बाद में भेजें, या SMS खाते में ऐसे संदेश शेड्यूल होने दें।`,

  sandbox_off: 'सैंडबॉक्स बंद है, क्योंकि असली खाता जोड़ा जा चुका है या संचालक ने उसे बंद किया है।',
  sandbox_of_channel_off: ({ channel }) =>
    `${nameOfChannel('hi', channel)} का सैंडबॉक्स बंद है, क्योंकि असली खाता जोड़ा जा चुका है या संचालक ने उसे बंद किया है।`,
  sandbox_while_fenced: 'इस इंस्टॉलेशन पर रोक लगी है। आए हुए संदेश रोक हटने तक प्रोसेस नहीं होंगे।',
  sandbox_message_deleted: 'संदेश आ चुका था, और उसके बाद हटा दिया गया।',
  sandbox_message_retried: 'संदेश सहेज लिया गया है और थोड़ी देर में दिखेगा।',
  sandbox_message_waiting: 'संदेश सहेज लिया गया है और वर्कर का इंतज़ार कर रहा है। एक सेकंड में फिर देखें।',
  sandbox_message_failed: 'संदेश सहेज लिया गया है, पर उस पर काम नहीं हो सका। कारण संचालक देख सकते हैं।',
  sandbox_message_not_taken: 'सैंडबॉक्स ने संदेश नहीं लिया। एक सेकंड में फिर कोशिश करें।',
  sandbox_report_retried: 'रिपोर्ट सहेज ली गई है और थोड़ी देर में लागू होगी।',
  sandbox_report_waiting: 'रिपोर्ट सहेज ली गई है और वर्कर का इंतज़ार कर रही है। एक सेकंड में फिर देखें।',
  sandbox_report_failed: 'रिपोर्ट सहेज ली गई है, पर उस पर काम नहीं हो सका। कारण संचालक देख सकते हैं।',
  sandbox_report_not_taken: 'सैंडबॉक्स ने रिपोर्ट नहीं ली। एक सेकंड में फिर कोशिश करें।',
  sandbox_delivery_recorded: 'डिलीवरी अभी दर्ज हो रही है। एक सेकंड में फिर कोशिश करें।',
  sandbox_delivery_unknown: 'यह डिलीवरी सैंडबॉक्स में नहीं गई, या अब वहाँ नहीं है।',
  sandbox_delivery_not_sent: 'संदेश अभी भेजा नहीं गया है। भेजे जाने के बाद रिपोर्ट दें।',
  sandbox_status_not_possible: ({ status, to }) =>
    `डिलीवरी की स्थिति है: ${nameOfStatus('hi', status)}। अब वह यह नहीं हो सकती: ${nameOfStatus('hi', to)}।`,
  sandbox_message_not_sent: 'संदेश अभी भेजा नहीं गया है, इसलिए उस पर प्रतिक्रिया नहीं हो सकती।',
  sandbox_file_used: 'एक फ़ाइल अभी किसी और संदेश के साथ चली गई। उसे फिर से अपलोड करें।',
  device_without_address: 'ईमेल पता, फ़ोन नंबर या ऐप आईडी लिखें।',
}

export const channels = { en, hi }
