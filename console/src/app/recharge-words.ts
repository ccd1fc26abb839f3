const en = {
  title: 'Recharge wallet',
  detail: 'You pay on the payment gateway’s page in another tab. This page stays as it is.',
  amount: 'Amount',
  covers: (missing: string) => `Covers the ${missing} that is missing.`,
  below: (missing: string) => `Less than the ${missing} that is missing.`,
  notAnAmount: 'Enter an amount in rupees with at most two decimal places, such as ₹1,500.',
  rateOf: (name: string, rate: string) => `${name} ${rate}%`,
  toPay: 'Total to pay',
  toProfile: 'Go to billing profile',
  pay: (total: string) => `Pay ${total}`,
  newTab: 'opens in a new tab',
  waiting: 'Awaiting payment. This page goes on by itself.',
  otherAmount: 'Change amount',
  failed: 'The payment failed. You haven’t been charged. Try again.',
  paid: (amount: string) => `${amount} has been added to the wallet.`,
  goOn: 'Continue',
}

const hi: typeof en = {
  title: 'वॉलेट रिचार्ज करें',
  detail: 'भुगतान पेमेंट गेटवे के पेज पर, दूसरे टैब में होगा। यह पेज ऐसा ही रहेगा।',
  amount: 'राशि',
  covers: (missing) => `जो ${missing} कम हैं, वे पूरे हो जाएँगे।`,
  below: (missing) => `जो ${missing} कम हैं, यह उससे कम है।`,
  notAnAmount: 'राशि रुपये में लिखें, दशमलव के बाद ज़्यादा से ज़्यादा दो अंक, जैसे ₹1,500।',
  rateOf: (name, rate) => `${name} ${rate}%`,
  toPay: 'कुल भुगतान',
  toProfile: 'बिलिंग प्रोफ़ाइल पर जाएँ',
  pay: (total) => `${total} का भुगतान करें`,
  newTab: 'नए टैब में खुलेगा',
  waiting: 'भुगतान का इंतज़ार है। यह पेज अपने-आप आगे बढ़ेगा।',
  otherAmount: 'राशि बदलें',
  failed: 'भुगतान नहीं हो पाया। आपके पैसे नहीं कटे हैं। फिर कोशिश करें।',
  paid: (amount) => `वॉलेट में ${amount} जुड़ गए हैं।`,
  goOn: 'आगे बढ़ें',
}

export const rechargeWords = { en, hi }
