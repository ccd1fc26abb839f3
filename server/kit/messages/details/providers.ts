// Outcomes of messages at providers, by response or report: mail servers, SMS providers, Meta.

import type { Texts } from '../texts.ts'

const en = {
  // Mail servers
  no_mail_server:
    'The organization has no mail server any more. Set one up. The sandbox does not take over once there was a real one.',
  mail_confirmed_too_early: 'The mail server confirmed the mail before all of it was sent.',

  // The WhatsApp Cloud API
  no_cloud_api_account:
    'The organization has no WhatsApp account any more. Set one up. The sandbox does not take over once there was a real one.',
  cloud_api_error: ({ error }: { error: string }) => `WhatsApp Cloud API: ${error}.`,
  cloud_api_status: ({ status }: { status: number }) =>
    `The WhatsApp Cloud API answered with HTTP status ${status} and did not say what became of the message.`,
  cloud_api_no_answer: 'The WhatsApp Cloud API did not answer in time.',
  cloud_api_answer_cut_off: ({ error }: { error: string }) =>
    `The answer of the WhatsApp Cloud API was cut off: ${error}`,
  cloud_api_media_refused: 'The WhatsApp Cloud API did not accept the file.',
  meta_error: ({ code }: { code: number }) => `Meta reported error ${code}.`,
  meta_said: ({ code, said }: { code: number; said: string }) => `Meta ${code}: ${said}`,
  meta_gave_no_reason: 'Meta did not give a reason.',
  meta_silent: ({ status }: { status: number }) =>
    `Meta answered with HTTP status ${status} and did not say what became of the template.`,
  meta_unreachable: ({ error }: { error: string }) => `Meta could not be reached: ${error}.`,

  // SMS over SMPP
  no_sms_account:
    'The organization has no SMS account any more. Set one up. The sandbox does not take over once there was a real one.',
  smpp_status: ({ name, status }: { name: string; status: string }) =>
    `The provider answered with ${name} (${status}).`,
  smpp_no_transceiver: 'It takes no transceiver with this system ID.',
  smpp_bound_already:
    'Another connection is bound already. Set the number of connections to what the provider allows, and end whatever else uses this account.',
  smpp_address_allowed: "Ask the provider whether this server's address is allowed.",
  smpp_password_wrong: 'The password is wrong.',
  smpp_system_id_wrong: 'The system ID is wrong.',
  smpp_system_type_wrong: 'The system type is wrong.',
  smpp_connections_taken: 'Other workers use all connections that the account allows.',
  smpp_connection_closed: 'The connection to the provider was closed.',
  smpp_connection_ended: 'The provider ended the connection.',
  smpp_bind_failed: 'The provider did not accept the connection.',
  smpp_no_answer: 'The provider did not answer in time.',
  smpp_wrong_answer: 'The provider answered a different request.',
  smpp_broken_data: ({ error }: { error: string }) => `The provider sent data that cannot be read: ${error}`,
  smpp_too_much_data: 'The provider sent too much unrequested data.',
  smpp_reads_nothing: 'The provider does not read the answers sent to it.',
  parts_sent_in_part: 'The provider accepted some parts of the message and not the others.',
  parts_refused_later: 'Some parts of the message were refused after others had been sent.',
  parts_missing: 'Not all parts of the message arrived.',
  provider_reported: ({ state }: { state: string }) => `The provider reported ${state}, without an error code.`,
  provider_reported_error: ({ state, error }: { state: string; error: string }) =>
    `The provider reported ${state}, error ${error}.`,

  // SMS over HTTP
  gateway_status: ({ status }: { status: number }) => `The gateway answered with HTTP status ${status}.`,
  gateway_refused: ({ status }: { status: number }) => `The gateway refused the message with HTTP status ${status}.`,
  gateway_without_id: ({ place }: { place: string }) => `Its answer has no message ID at ${place}.`,
  gateway_unclear: 'That does not say whether it took the message.',
  gateway_closed: 'The gateway closed the connection.',
  gateway_answer_cut_off: 'The answer of the gateway was cut off.',
  gateway_answer_too_large: 'The answer of the gateway is too large.',
  gateway_no_answer: 'The gateway did not answer in time.',
  gateway_https_only: 'The gateway is on a public network, where only https is called.',
  gateway_reported: ({ state }: { state: string }) => `The gateway reported ${state}.`,
  gateway_reported_error: ({ state, error }: { state: string; error: string }) =>
    `The gateway reported ${state}, error ${error}.`,
}

const hi: Texts<typeof en> = {
  no_mail_server: 'संगठन का अब कोई मेल सर्वर नहीं है। एक जोड़ें। असली सर्वर रह चुका हो, तो सैंडबॉक्स उसकी जगह नहीं लेता।',
  mail_confirmed_too_early: 'मेल सर्वर ने पूरा मेल जाने से पहले ही हाँ कह दी।',

  no_cloud_api_account: 'संगठन का अब कोई WhatsApp खाता नहीं है। एक जोड़ें। असली खाता रह चुका हो, तो सैंडबॉक्स उसकी जगह नहीं लेता।',
  cloud_api_error: ({ error }) => `WhatsApp Cloud API की गड़बड़ी: ${error}.`,
  cloud_api_status: ({ status }) => `WhatsApp Cloud API का जवाब HTTP ${status} आया, और यह नहीं बताया कि संदेश का क्या हुआ।`,
  cloud_api_no_answer: 'WhatsApp Cloud API ने समय पर जवाब नहीं दिया।',
  cloud_api_answer_cut_off: ({ error }) => `WhatsApp Cloud API का जवाब बीच में कट गया: ${error}`,
  cloud_api_media_refused: 'WhatsApp Cloud API ने फ़ाइल नहीं ली।',
  meta_error: ({ code }) => `Meta ने एरर ${code} बताई।`,
  meta_said: ({ code, said }) => `Meta ने एरर ${code} बताई: “${said}”`,
  meta_gave_no_reason: 'Meta ने वजह नहीं बताई।',
  meta_silent: ({ status }) => `Meta का जवाब HTTP ${status} आया, और यह नहीं बताया कि टेम्पलेट का क्या हुआ।`,
  meta_unreachable: ({ error }) => `Meta से संपर्क नहीं हुआ: ${error}.`,

  no_sms_account: 'संगठन का अब कोई SMS खाता नहीं है। एक जोड़ें। असली खाता रह चुका हो, तो सैंडबॉक्स उसकी जगह नहीं लेता।',
  smpp_status: ({ name, status }) => `प्रदाता का जवाब: ${name} (${status})।`,
  smpp_no_transceiver: 'इस system ID से ट्रांसीवर कनेक्शन नहीं बनता।',
  smpp_bound_already:
    'पहले से एक कनेक्शन जुड़ा हुआ है। कनेक्शन की संख्या उतनी रखें जितनी प्रदाता देता है, और इस खाते का दूसरा इस्तेमाल बंद करें।',
  smpp_address_allowed: 'प्रदाता से पूछें कि क्या इस सर्वर के पते को अनुमति है।',
  smpp_password_wrong: 'पासवर्ड ग़लत है।',
  smpp_system_id_wrong: 'system ID ग़लत है।',
  smpp_system_type_wrong: 'system type ग़लत है।',
  smpp_connections_taken: 'खाते के सारे कनेक्शन दूसरे वर्कर इस्तेमाल कर रहे हैं।',
  smpp_connection_closed: 'प्रदाता से कनेक्शन बंद हो गया।',
  smpp_connection_ended: 'प्रदाता ने कनेक्शन बंद कर दिया।',
  smpp_bind_failed: 'प्रदाता ने कनेक्शन स्वीकार नहीं किया।',
  smpp_no_answer: 'प्रदाता ने समय पर जवाब नहीं दिया।',
  smpp_wrong_answer: 'प्रदाता ने किसी और अनुरोध का जवाब दिया।',
  smpp_broken_data: ({ error }) => `प्रदाता का भेजा डेटा पढ़ा नहीं जा सका: ${error}`,
  smpp_too_much_data: 'प्रदाता ने बिना माँगे बहुत ज़्यादा डेटा भेजा।',
  smpp_reads_nothing: 'प्रदाता भेजे गए जवाब नहीं पढ़ रहा।',
  parts_sent_in_part: 'प्रदाता ने संदेश के कुछ हिस्से लिए, बाकी नहीं।',
  parts_refused_later: 'संदेश के कुछ हिस्से जाने के बाद बाकी हिस्से अस्वीकार हो गए।',
  parts_missing: 'संदेश के सारे हिस्से नहीं पहुँचे।',
  provider_reported: ({ state }) => `प्रदाता ने ${state} बताया, बिना एरर कोड के।`,
  provider_reported_error: ({ state, error }) => `प्रदाता ने ${state} बताया, एरर ${error}।`,

  gateway_status: ({ status }) => `गेटवे का जवाब HTTP ${status} आया।`,
  gateway_refused: ({ status }) => `गेटवे ने HTTP ${status} के साथ संदेश अस्वीकार किया।`,
  gateway_without_id: ({ place }) => `उसके जवाब में ${place} पर संदेश का ID नहीं है।`,
  gateway_unclear: 'इससे पता नहीं चलता कि उसने संदेश लिया या नहीं।',
  gateway_closed: 'गेटवे ने कनेक्शन बंद कर दिया।',
  gateway_answer_cut_off: 'गेटवे का जवाब बीच में कट गया।',
  gateway_answer_too_large: 'गेटवे का जवाब बहुत बड़ा है।',
  gateway_no_answer: 'गेटवे ने समय पर जवाब नहीं दिया।',
  gateway_https_only: 'गेटवे पब्लिक नेटवर्क पर है, जहाँ केवल https से कॉल की जाती है।',
  gateway_reported: ({ state }) => `गेटवे ने ${state} बताया।`,
  gateway_reported_error: ({ state, error }) => `गेटवे ने ${state} बताया, एरर ${error}।`,
}

export const providers = { en, hi }
