const en = {
  fromTemplate: 'From a template',
  sendsIn: (seconds: number) => `Sending in ${seconds} s`,
  sendNow: 'Send now',
  notSent: 'Not sent',
  tryAgain: 'Try again',
  edit: 'Edit',
  drop: 'Discard',
  recharge: 'Recharge',
  tooOld: 'Waiting for more than a day. It may have been sent already. Send it again?',
  sendAnew: 'Send again',
}

const hi: typeof en = {
  fromTemplate: 'टेम्पलेट से',
  sendsIn: (seconds: number) => `${seconds} सेकंड में भेजा जाएगा`,
  sendNow: 'अभी भेजें',
  notSent: 'नहीं भेजा गया',
  tryAgain: 'फिर कोशिश करें',
  edit: 'बदलें',
  drop: 'हटा दें',
  recharge: 'रिचार्ज करें',
  tooOld: 'एक दिन से ज़्यादा हो गया। हो सकता है यह पहले ही भेजा जा चुका हो। फिर भेजें?',
  sendAnew: 'फिर भेजें',
}

export const waitingWords = { en, hi }
