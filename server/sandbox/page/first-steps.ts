// The first steps, shown until the first message arrives. A test runs these commands exactly as shown.

import type { PageLanguage } from '#edge/language.ts'

interface Words {
  title: string
  intro: string
  token: string
  money: string
  open: string
  write: string
  refresh: string
  more: string
}

const words: Record<PageLanguage, Words> = {
  en: {
    title: 'First steps',
    intro:
      'Messages that your organization sends arrive here instead of reaching real people, and you can reply as a recipient. Run these commands in the program folder, with the same <code>DATA_DIR</code> as the server if you set one:',
    token:
      'Read the access token. The server saved it to <code>first-access.json</code> in the data directory on its first start.',
    money: 'Add test money to the wallet. On the checkout page you choose whether the payment succeeds.',
    open: 'open it in the browser, or pay from here:',
    write: 'Send a message.',
    refresh: 'Refresh this page. The email has arrived, and you can reply to it.',
    more: 'The <a href="/docs">API reference</a> describes every operation, and the <a href="/docs/errors">error reference</a> explains every error.',
  },
  hi: {
    title: 'पहले क़दम',
    intro:
      'आपका संगठन जो संदेश भेजता है, वे असली लोगों के बजाय यहाँ आते हैं, और आप पाने वाले की ओर से जवाब दे सकते हैं। ये कमांड प्रोग्राम के फ़ोल्डर में चलाएँ। अगर सर्वर के लिए <code>DATA_DIR</code> तय किया था, तो वही रखें:',
    token: 'एक्सेस टोकन पढ़ें। सर्वर ने पहली बार चलने पर उसे डेटा फ़ोल्डर की <code>first-access.json</code> में लिखा था।',
    money: 'वॉलेट में टेस्ट राशि डालें। भुगतान सफल हो या विफल, यह आप चेकआउट पेज पर चुनते हैं।',
    open: 'इसे ब्राउज़र में खोलें, या यहीं से भुगतान करें:',
    write: 'एक संदेश भेजें।',
    refresh: 'यह पेज ताज़ा करें। ईमेल आ गया है, और आप उसका जवाब दे सकते हैं।',
    more: '<a href="/docs">API रेफ़रेंस</a> में हर ऑपरेशन है, और <a href="/docs/errors">एरर की सूची</a> में हर एरर का मतलब।',
  },
}

/** `url` is escaped. */
export function firstSteps(language: PageLanguage, url: string): string {
  const say = words[language]
  return `<section id="first" aria-labelledby="steps">
<h2 id="steps">${say.title}</h2>
<p>${say.intro}</p>
<ol class="steps">
<li>${say.token}
<pre>URL=${url}
TOKEN=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).access_token' "\${DATA_DIR:-data}/first-access.json")
api() { curl -s -H "Authorization: Bearer $TOKEN" "$@"; }
id() { node -p 'JSON.parse(fs.readFileSync(0))["'"\${1:-id}"'"]'; }</pre></li>
<li>${say.money}
<pre>CHECKOUT=$(api $URL/api/v1/billing/recharges -d amount=1000.00 -d payment_method=upi | id checkout_url)
echo "$CHECKOUT"       # ${say.open}
curl -s -o /dev/null "$CHECKOUT" -d method=upi -d outcome=success</pre></li>
<li>${say.write}
<pre>CONTACT=$(api $URL/v1/contacts -d display_name=Ravi -d email=ravi@customer.example | id)
CONVERSATION=$(api $URL/v1/conversations -d contact_id=$CONTACT | id)
api $URL/v1/messages -d conversation_id=$CONVERSATION -d channel=email -d subject=Hello --data-urlencode text='It works.'</pre></li>
<li>${say.refresh}</li>
</ol>
<p>${say.more}</p>
</section>`
}
