// Texts for errors before the server responds, and in the page itself.

const en = {
  unknown: 'Something went wrong on this page. Reload it. If it happens again, contact the operator.',
  codes: {
    unreachable: 'The server cannot be reached',
    timed_out: 'The server did not respond in time',
    unreadable_answer: 'The response could not be read',
    redirected: 'The server has moved to another address',
  },
}

const hi: typeof en = {
  unknown: 'इस पेज में कुछ गड़बड़ हुई। इसे फिर से लोड करें। दोबारा ऐसा हो तो संचालक को बताएँ।',
  codes: {
    unreachable: 'सर्वर तक नहीं पहुँच पा रहे',
    timed_out: 'सर्वर ने समय पर जवाब नहीं दिया',
    unreadable_answer: 'जवाब पढ़ा नहीं जा सका',
    redirected: 'सर्वर किसी और पते पर चला गया है',
  },
}

export const connectionTitles = { en, hi }
