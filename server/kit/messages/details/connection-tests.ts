// Results of channel account tests.

import type { Texts } from '../texts.ts'

const en = {
  check_passed: 'No problem found.',
  check_skipped: 'Not checked, because the check of the access token failed.',

  mail_server_works: 'The mail server can be reached and accepted the sign-in.',
  mail_server_no_answer: 'The mail server did not answer in time.',
  sms_provider_works: 'The provider can be reached and accepted the connection.',
  gateway_reached: 'The gateway can be reached. The first message will show whether it accepts the key.',
  no_connection_in_time: ({ host }: { host: string }) => `No connection to ${host} was made in time.`,

  whatsapp_works: 'Meta accepted the access token, and the account is set up correctly.',
  meta_status: ({ status }: { status: number }) => `Meta answered with HTTP status ${status}.`,
  phone_number_id_wrong: 'Copy the phone number ID again from WhatsApp > API Setup. It is not the phone number itself.',
  number_not_registered: ({ status }: { status: string }) =>
    `The status of the number is ${status}. Register it for the Cloud API: POST /PHONE_NUMBER_ID/register.`,
  number_status_missing:
    'Meta did not report the status of the number. Register it for the Cloud API: POST /PHONE_NUMBER_ID/register.',
  no_app_subscribed:
    'No app is subscribed to the business account, so Meta sends no reports. Call POST /BUSINESS_ACCOUNT_ID/subscribed_apps with this access token.',
  public_url_unreachable: ({ url }: { url: string }) =>
    `Meta cannot call ${url}. Set PUBLIC_URL to an address that begins with https:// and can be reached from the internet.`,
}

const hi: Texts<typeof en> = {
  check_passed: 'कोई दिक़्क़त नहीं मिली।',
  check_skipped: 'जाँचा नहीं गया, क्योंकि ऐक्सेस टोकन की जाँच विफल रही।',

  mail_server_works: 'मेल सर्वर से कनेक्शन हो गया और उसने साइन-इन स्वीकार किया।',
  mail_server_no_answer: 'मेल सर्वर ने समय पर जवाब नहीं दिया।',
  sms_provider_works: 'प्रदाता से संपर्क हो गया और उसने कनेक्शन स्वीकार किया।',
  gateway_reached: 'गेटवे से संपर्क हो गया। वह कुंजी स्वीकार करता है या नहीं, यह पहला संदेश भेजने पर पता चलेगा।',
  no_connection_in_time: ({ host }) => `${host} से समय पर कनेक्शन नहीं हुआ।`,

  whatsapp_works: 'Meta ने ऐक्सेस टोकन स्वीकार किया, और खाता ठीक से सेट है।',
  meta_status: ({ status }) => `Meta का जवाब HTTP ${status} आया।`,
  phone_number_id_wrong: 'WhatsApp > API Setup से फ़ोन नंबर का ID फिर से कॉपी करें। वह ख़ुद फ़ोन नंबर नहीं होता।',
  number_not_registered: ({ status }) =>
    `नंबर की स्थिति ${status} है। इसे Cloud API के लिए रजिस्टर करें: POST /PHONE_NUMBER_ID/register`,
  number_status_missing: 'Meta ने नंबर की स्थिति नहीं बताई। इसे Cloud API के लिए रजिस्टर करें: POST /PHONE_NUMBER_ID/register',
  no_app_subscribed:
    'बिज़नेस खाते से कोई ऐप नहीं जुड़ा है, इसलिए Meta कोई रिपोर्ट नहीं भेजता। इसी ऐक्सेस टोकन से POST /BUSINESS_ACCOUNT_ID/subscribed_apps कॉल करें।',
  public_url_unreachable: ({ url }) =>
    `Meta ${url} को कॉल नहीं कर सकता। PUBLIC_URL में https:// से शुरू होने वाला ऐसा पता रखें जो इंटरनेट से खुलता हो।`,
}

export const connectionTests = { en, hi }
