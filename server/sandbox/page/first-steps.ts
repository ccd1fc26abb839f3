// The next step of somebody to whom nothing has arrived yet; a test runs these lines as they stand here.

import type { PageLanguage } from '#edge/language.ts'

interface Words {
  title: string
  intro: string
  token: string
  money: string
  open: string
  write: string
  paste: string
  more: string
}

const words: Record<PageLanguage, Words> = {
  en: {
    title: 'First steps',
    intro:
      'What your organization sends arrives here instead of at the people it is written to, and you can answer as one of them. In a shell, in the folder of the program, with the <code>DATA_DIR</code> that it was started with, if any:',
    token: 'Take the access token that the first start wrote to <code>first-access.json</code> in the data directory.',
    money: 'Put test money into the wallet: the checkout is a page where you choose what becomes of the payment.',
    open: 'open it in the browser, or pay from here:',
    write: 'Write to somebody.',
    paste: 'Press Refresh above: the mail is in the mailbox, and you can answer it.',
    more: 'All that the API can do is on <a href="/docs">its pages</a>; what a refusal means, on <a href="/docs/errors">those of the errors</a>.',
  },
  hi: {
    title: 'पहले कदम',
    intro:
      'आपका संगठन जो भेजता है वह लोगों के बजाय यहाँ पहुँचता है, और आप उनमें से किसी की ओर से उत्तर दे सकते हैं। शेल में, प्रोग्राम के फ़ोल्डर में, उसी <code>DATA_DIR</code> के साथ जिससे वह शुरू हुआ था:',
    token: 'पहली बार शुरू होने पर डेटा फ़ोल्डर की <code>first-access.json</code> में लिखा गया एक्सेस टोकन लें।',
    money: 'वॉलेट में परीक्षण राशि डालें: भुगतान के पृष्ठ पर आप चुनते हैं कि उसका क्या हो।',
    open: 'इसे ब्राउज़र में खोलें, या यहीं से भुगतान करें:',
    write: 'किसी को लिखें।',
    paste: 'ऊपर «ताज़ा करें» दबाएँ: मेल मेलबॉक्स में है, और आप उसका उत्तर दे सकते हैं।',
    more: 'API जो कुछ कर सकता है वह <a href="/docs">उसके पृष्ठों</a> पर है; हर त्रुटि का अर्थ <a href="/docs/errors">त्रुटियों के पृष्ठों</a> पर।',
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
<li>${say.paste}</li>
</ol>
<p>${say.more}</p>
</section>`
}
