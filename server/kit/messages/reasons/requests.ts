// Reasons for refusing a request before its operation runs: syntax, authentication, rate.

import { nameOfResource } from '../resources.ts'
import { count, listed, type Texts } from '../texts.ts'
import { nameTypes } from '../type-names.ts'

const en = {
  // HTTP
  not_http: 'This is not a readable HTTP request.',
  several_headers: ({ header }: { header: string }) => `The request has several ${header} headers. Send one.`,
  host_header_missing: 'The request has no Host header, which HTTP/1.1 requires.',
  asterisk_path: 'The path * is only for OPTIONS. Send a path.',
  expectation_not_supported: 'Expect supports only 100-continue.',
  url_not_readable: 'The URL of the request could not be read. Correct its encoding.',
  headers_too_long: 'The URL or the headers of the request are too long.',
  request_incomplete: 'The request ended before it was complete.',
  request_too_slow: 'The request did not arrive in time.',
  file_too_slow: 'The file did not arrive in time. Upload it again.',
  method_not_allowed: ({ method, allowed }: { method: string; allowed: readonly string[] }) =>
    `${method} is not supported here. This path supports ${listed(allowed)}.`,
  not_a_proxy: 'CONNECT is not supported. This is not a proxy.',
  host_not_served: ({ host, setting }: { host: string; setting: string }) =>
    `This installation does not serve the host "${host}". Add it to ${setting}, or set PUBLIC_URL to it.`,
  path_not_found: 'There is nothing at this path.',
  nothing_at_address: 'There is nothing at this address. Check it for a typo.',
  operation_not_found: ({ method, path }: { method: string; path: string }) =>
    `There is no ${method} ${path}. See /docs for all operations.`,
  operation_not_found_near: ({ method, path, nearest }: { method: string; path: string; nearest: string }) =>
    `There is no ${method} ${path}. Did you mean ${nearest}? See /docs for all operations.`,
  error_code_not_found: 'There is no error with this code. /docs/errors lists all of them.',

  // Body
  body_not_readable: ({ problem }: { problem: string }) => `The request body could not be read: ${problem}`,
  body_not_json: ({ problem }: { problem: string }) => `The request body is not valid JSON: ${problem}`,
  body_not_an_object: ({ found }: { found: string }) =>
    `The request body must be an object with named fields, not ${nameTypes('en', [found])}.`,
  body_not_utf8: 'The request body contains bytes that are not UTF-8. Encode it as UTF-8 and send it again.',
  body_has_nul: 'A text contains the character U+0000, which cannot be stored. Remove it.',
  body_too_complex: ({ max, unit }: { max: number; unit: string }) => `The request body has more than ${max} ${unit}.`,
  body_too_large: ({ max }: { max: number }) => `The request body is larger than ${count(max, 'byte')}.`,
  file_too_large: ({ max }: { max: number }) => `The file is larger than ${count(max, 'byte')}.`,
  content_type_not_supported: ({ types }: { types: readonly string[] }) =>
    `Send ${types.join(' or ')} and name it in Content-Type.`,
  content_encoding_not_supported: ({ encoding }: { encoding: string }) =>
    `Content-Encoding ${encoding} is not supported. Send the body without it.`,
  charset_not_supported: ({ charset }: { charset: string }) => `The charset ${charset} is not supported. Use UTF-8.`,
  fields_not_valid: ({ fields }: { fields: readonly string[] }) => `Correct these fields: ${listed(fields)}.`,

  // Identity
  token_missing: 'Send an access token in the header Authorization: Bearer ACCESS_TOKEN.',
  token_not_valid: 'The access token is unknown, expired or revoked. Create a new one.',
  address_not_allowed: ({ address }: { address: string }) =>
    `The access token cannot be used from ${address}. Add this address to the token's allowed addresses.`,
  permission_missing: ({ permissions }: { permissions: readonly string[] }) =>
    `This requires the permission ${permissions.join(' or ')}, which the access token or its user's role does not have.`,
  person_only: 'This belongs to a person. Use a console session, or a token with all permissions of its user.',
  confirm_identity: 'Confirm your identity with your password, a code or a passkey, then try again.',
  organization_suspended:
    'The organization is suspended and cannot send or recharge. Contact the operator of this installation.',

  // Repetition and rate
  idempotency_in_flight: 'The first request with this Idempotency-Key is still being processed. Wait for its response.',
  idempotency_key_reused: 'This Idempotency-Key was used for a different request. Use a new key.',
  idempotency_response_deleted: 'The request with this Idempotency-Key succeeded. Its stored response was deleted.',
  rate_limited: ({ max, seconds }: { max: number; seconds: number }) =>
    `This access token sent more than ${count(max, 'request')} in a minute. Try again in ${count(seconds, 'second')}.`,
  too_many_waiting: 'Too many requests of this organization are waiting. Try again in a second.',
  too_many_connections_of_address: ({ max }: { max: number }) =>
    `This address already has ${count(max, 'open connection')}. Use those.`,
  too_many_connections: 'Too many connections are open. Try again in a few seconds.',
  too_many_large_bodies: 'Too many large requests are being received. Try again in a second.',
  took_too_long: 'The request took too long and may still take effect. Send it again with the same Idempotency-Key.',
  body_took_too_long: 'The request took too long. Try again.',
  database_busy:
    'The database is busy or restarting. Try again in a second, with the same Idempotency-Key for a write.',
  too_many_exports: 'Too many exports are running. Try again in a second.',
  internal_error: 'This is a defect of the service. It was logged under the request ID.',

  // Resources and lists
  not_in_organization: ({ resource }: { resource: string }) =>
    `There is no such ${nameOfResource('en', resource)} in this organization.`,
  not_in_installation: ({ resource }: { resource: string }) =>
    `There is no such ${nameOfResource('en', resource)} in this installation.`,
  unknown_cursor: ({ field }: { field: string }) =>
    `${field} is not a row of this list. Use the ID of a row that the list returned.`,
}

const hi: Texts<typeof en> = {
  not_http: 'यह पढ़ा जा सकने वाला HTTP अनुरोध नहीं है।',
  several_headers: ({ header }) => `अनुरोध में ${header} हेडर एक से ज़्यादा हैं। एक ही भेजें।`,
  host_header_missing: 'अनुरोध में Host हेडर नहीं है, जो HTTP/1.1 में ज़रूरी है।',
  asterisk_path: 'पता * सिर्फ़ OPTIONS के लिए है। कोई पाथ भेजें।',
  expectation_not_supported: 'Expect में सिर्फ़ 100-continue चलता है।',
  url_not_readable: 'अनुरोध का URL पढ़ा नहीं जा सका। उसे सुधारें।',
  headers_too_long: 'अनुरोध का URL या उसके हेडर बहुत लंबे हैं।',
  request_incomplete: 'अनुरोध पूरा आने से पहले रुक गया।',
  request_too_slow: 'अनुरोध समय पर नहीं आया।',
  file_too_slow: 'फ़ाइल समय पर नहीं आई। फिर से अपलोड करें।',
  method_not_allowed: ({ method, allowed }) => `यहाँ ${method} नहीं चलता। ये चलते हैं: ${listed(allowed)}।`,
  not_a_proxy: 'CONNECT नहीं चलता। यह प्रॉक्सी नहीं है।',
  host_not_served: ({ host, setting }) =>
    `यह इंस्टॉलेशन "${host}" होस्ट पर नहीं चलता। इसे ${setting} में जोड़ें, या PUBLIC_URL में यही लिखें।`,
  path_not_found: 'इस पते पर कुछ नहीं है।',
  nothing_at_address: 'इस पते पर कुछ नहीं है। देखें कि पता सही लिखा है या नहीं।',
  operation_not_found: ({ method, path }) => `${method} ${path} मौजूद नहीं है। सारे ऑपरेशन /docs पर हैं।`,
  operation_not_found_near: ({ method, path, nearest }) =>
    `${method} ${path} मौजूद नहीं है। क्या आप ${nearest} खोज रहे थे? सारे ऑपरेशन /docs पर हैं।`,
  error_code_not_found: 'इस कोड की कोई एरर नहीं है। सारी एरर /docs/errors पर हैं।',

  body_not_readable: ({ problem }) => `भेजी गई सामग्री पढ़ी नहीं जा सकी: ${problem}`,
  body_not_json: ({ problem }) => `भेजी गई सामग्री सही JSON नहीं है: ${problem}`,
  body_not_an_object: ({ found }) => `सामग्री में नाम वाले फ़ील्ड होने चाहिए, ${nameTypes('hi', [found])} नहीं।`,
  body_not_utf8: 'सामग्री में ऐसे बाइट हैं जो UTF-8 नहीं हैं। UTF-8 में फिर से भेजें।',
  body_has_nul: 'टेक्स्ट में U+0000 अक्षर है, जो सहेजा नहीं जा सकता। उसे हटाएँ।',
  body_too_complex: ({ max, unit }) => `सामग्री में ${max} से ज़्यादा ${unit} हैं।`,
  body_too_large: ({ max }) => `सामग्री ${max} बाइट से बड़ी है।`,
  file_too_large: ({ max }) => `फ़ाइल ${max} बाइट से बड़ी है।`,
  content_type_not_supported: ({ types }) => `${types.join(' या ')} भेजें, और Content-Type में यही लिखें।`,
  content_encoding_not_supported: ({ encoding }) => `Content-Encoding ${encoding} नहीं चलता। इसके बिना भेजें।`,
  charset_not_supported: ({ charset }) => `${charset} नहीं चलता। UTF-8 में भेजें।`,
  fields_not_valid: ({ fields }) => `ये फ़ील्ड सुधारें: ${listed(fields)}।`,

  token_missing: 'Authorization: Bearer ACCESS_TOKEN हेडर में एक्सेस टोकन भेजें।',
  token_not_valid: 'यह एक्सेस टोकन मौजूद नहीं है, ख़त्म हो चुका है या रद्द किया जा चुका है। नया बनाएँ।',
  address_not_allowed: ({ address }) => `यह एक्सेस टोकन ${address} से नहीं चल सकता। इस पते को टोकन के अनुमत पतों में जोड़ें।`,
  permission_missing: ({ permissions }) =>
    `इसके लिए ${permissions.join(' या ')} अनुमति चाहिए, जो एक्सेस टोकन या उसके यूज़र की भूमिका में नहीं है।`,
  person_only: 'यह किसी व्यक्ति का निजी है। कंसोल में साइन इन करें, या ऐसा टोकन लें जिसमें उसके यूज़र की सारी अनुमतियाँ हों।',
  confirm_identity: 'पासवर्ड, कोड या पासकी से पुष्टि करें कि यह आप ही हैं, फिर दोबारा कोशिश करें।',
  organization_suspended: 'यह संगठन निलंबित है, इसलिए भेजना और रिचार्ज बंद हैं। संचालक से संपर्क करें।',

  idempotency_in_flight: 'इस Idempotency-Key का पहला अनुरोध अभी पूरा हो रहा है। उसके जवाब का इंतज़ार करें।',
  idempotency_key_reused: 'यह Idempotency-Key किसी और अनुरोध में काम आ चुकी है। नई लें।',
  idempotency_response_deleted: 'इस Idempotency-Key का अनुरोध पूरा हो चुका है। उसका सहेजा हुआ जवाब हटाया जा चुका है।',
  rate_limited: ({ max, seconds }) =>
    `इस एक्सेस टोकन से एक मिनट में ${max} से ज़्यादा अनुरोध आए। ${seconds} सेकंड बाद फिर कोशिश करें।`,
  too_many_waiting: 'इस संगठन के बहुत सारे अनुरोध क़तार में हैं। एक सेकंड बाद फिर कोशिश करें।',
  too_many_connections_of_address: ({ max }) => `इस पते से पहले ही ${max} कनेक्शन खुले हैं। उन्हीं को इस्तेमाल करें।`,
  too_many_connections: 'बहुत सारे कनेक्शन खुले हैं। कुछ सेकंड बाद फिर कोशिश करें।',
  too_many_large_bodies: 'बहुत सारे बड़े अनुरोध आ रहे हैं। एक सेकंड बाद फिर कोशिश करें।',
  took_too_long: 'अनुरोध में बहुत समय लगा, और वह अब भी पूरा हो सकता है। उसी Idempotency-Key के साथ फिर से भेजें।',
  body_took_too_long: 'अनुरोध में बहुत समय लगा। फिर कोशिश करें।',
  database_busy: 'डेटाबेस व्यस्त है या फिर से शुरू हो रहा है। एक सेकंड बाद उसी Idempotency-Key के साथ फिर कोशिश करें।',
  too_many_exports: 'बहुत सारे एक्सपोर्ट चल रहे हैं। एक सेकंड बाद फिर कोशिश करें।',
  internal_error: 'यह सेवा की ख़राबी है। यह अनुरोध की आईडी के साथ लॉग में दर्ज है।',

  not_in_organization: ({ resource }) => `इस संगठन में यह नहीं मिला: ${nameOfResource('hi', resource)}।`,
  not_in_installation: ({ resource }) => `इस इंस्टॉलेशन में यह नहीं मिला: ${nameOfResource('hi', resource)}।`,
  unknown_cursor: ({ field }) => `${field} इस सूची की पंक्ति नहीं है। सूची से मिली किसी पंक्ति की आईडी दें।`,
}

export const requests = { en, hi }
