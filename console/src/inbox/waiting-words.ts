const en = {
  fromTemplate: 'From a template',
  sendsIn: (seconds: number) => `Sends in ${seconds} s`,
  sendNow: 'Send now',
  notSent: 'Not sent',
  tryAgain: 'Try again',
  edit: 'Edit',
  drop: 'Discard',
  recharge: 'Recharge',
  tooOld: 'Not sent for a day: it may have arrived. Send it again?',
  sendAnew: 'Send again',
}

const hi: typeof en = {
  fromTemplate: 'टेम्पलेट से',
  sendsIn: (seconds: number) => `${seconds} से॰ में जाएगा`,
  sendNow: 'अभी भेजें',
  notSent: 'नहीं भेजा गया',
  tryAgain: 'फिर कोशिश करें',
  edit: 'बदलें',
  drop: 'छोड़ दें',
  recharge: 'रिचार्ज करें',
  tooOld: 'एक दिन से नहीं भेजा गया: शायद पहुँच चुका हो। फिर भेजें?',
  sendAnew: 'फिर भेजें',
}

export const waitingWords = { en, hi }
