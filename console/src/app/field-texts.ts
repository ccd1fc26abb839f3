// What the service says of a field at fault, in Hindi: it writes English, in a few forms. What has none of them stays
// as it is, which says more than nothing. Pure.

const FORMS: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^is required$/, () => 'ज़रूरी है'],
  [/^must not be blank$/, () => 'ख़ाली नहीं हो सकता'],
  [/^is taken$/, () => 'पहले से लिया जा चुका है'],
  [/^must have at most (\S+) characters$/, (most = '') => `अधिकतम ${most} अक्षर हो सकते हैं`],
  [/^must have at least (\S+) characters$/, (least = '') => `कम से कम ${least} अक्षर चाहिए`],
  [/^must have at most (\S+) items$/, (most = '') => `अधिकतम ${most} हो सकते हैं`],
  [/^must be at most "?([\d.]+)"?(;.*)?$/, (most = '') => `अधिकतम ${most} हो सकता है`],
  [/^must be at least "?([\d.]+)"?(;.*)?$/, (least = '') => `कम से कम ${least} होना चाहिए`],
  [/^must be a whole number$/, () => 'पूरी संख्या होनी चाहिए'],
  [/^must have at most two decimals$/, () => 'दशमलव के बाद अधिकतम दो अंक हो सकते हैं'],
  [/^must be a positive decimal string/, () => 'राशि अंकों में लिखें, जैसे 1000.00'],
  [/^must have one @ /, () => 'एक @ चाहिए, उससे पहले नाम और बाद में डोमेन'],
  [/^must have a domain after the @/, () => '@ के बाद डोमेन चाहिए, जैसे company.example'],
  [/^must have before the @ /, () => '@ से पहले केवल अंग्रेज़ी अक्षर, अंक और चिह्न हो सकते हैं'],
  [/^must begin with \+ and the country code/, () => '+ और देश का कोड पहले लिखें, जैसे +919876543210'],
  [/^is not a phone number that exists/, () => 'ऐसा कोई फ़ोन नंबर नहीं होता'],
  [/^must be a host name or an IP address$/, () => 'होस्ट का नाम या IP पता होना चाहिए'],
  [/^is not a public address/, () => 'सार्वजनिक पता नहीं है; संचालक इसका नेटवर्क खोल सकता है'],
  [/^must be small letters, digits and _$/, () => 'छोटे अंग्रेज़ी अक्षर, अंक और _ ही हो सकते हैं'],
  [/^must be a language such as/, () => 'भाषा लिखें, जैसे en, hi या en_US'],
  [/^must be one line/, () => 'एक ही पंक्ति में होना चाहिए'],
  [/^must not be before from$/, () => 'शुरुआत से पहले नहीं हो सकता'],
  [/^needs what you lack: (.*)$/, (lacking = '') => `ये अनुमतियाँ आपके पास नहीं हैं: ${lacking}`],
]

export function fieldTextIn(language: string, message: string): string {
  if (language !== 'hi') return message
  for (const [form, says] of FORMS) {
    const found = form.exec(message)
    if (found) return says(...found.slice(1))
  }
  return message
}
