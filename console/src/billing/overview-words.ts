const en = {
  balance: 'Balance',
  low: (percent: string) => `Below ${percent}% of the balance after your last recharge`,
  paused: 'Sending has stopped because the balance doesn’t cover another message. Recharge the wallet to resume.',
  daysLeft: (days: number) =>
    days > 365
      ? 'More than a year left, based on the last 7 days'
      : days === 0
        ? 'Less than a day left, based on the last 7 days'
        : days === 1
          ? 'About a day left, based on the last 7 days'
          : `About ${days} days left, based on the last 7 days`,
  nothingSpent: 'Nothing spent in the last 7 days',
  reserved: 'Reserved for messages being sent',
  pending: (count: number) => (count === 1 ? '1 recharge awaiting payment' : `${count} recharges awaiting payment`),
  autoOn: 'Auto-recharge is on',
  autoOff: 'Auto-recharge is off',
  autoDetail: (amount: string, threshold: string) => `${amount} when the balance falls below ${threshold}`,
  autoChange: 'Set up auto-recharge',
  autoLook: 'Manage auto-recharge',
  grace: 'A payment failed. To keep auto-recharge on, pay by',
  planGrace: 'Premium isn’t paid for this month. To keep it, pay by',
  planLook: 'Open plan',
  latest: 'Recent transactions',
  allTransactions: 'View all transactions',
  none: 'No transactions yet',
  noneDetail: 'Recharge the wallet to send your first message.',
  latestInvoices: 'Recent invoices',
  allInvoices: 'View all invoices',
  noInvoices: 'No invoices yet. An invoice is issued as soon as a recharge is paid.',
}

const hi: typeof en = {
  balance: 'बैलेंस',
  low: (percent) => `पिछले रिचार्ज के बाद जितना बैलेंस था, अब उसके ${percent}% से भी कम है`,
  paused: 'संदेश भेजना रुक गया है, क्योंकि बैलेंस एक और संदेश के लिए भी काफ़ी नहीं है। फिर से भेजने के लिए वॉलेट रिचार्ज करें।',
  daysLeft: (days) =>
    days > 365
      ? 'पिछले 7 दिन जैसा ख़र्च रहा तो एक साल से ज़्यादा चलेगा'
      : days === 0
        ? 'पिछले 7 दिन जैसा ख़र्च रहा तो एक दिन भी नहीं चलेगा'
        : `पिछले 7 दिन जैसा ख़र्च रहा तो क़रीब ${days} दिन चलेगा`,
  nothingSpent: 'पिछले 7 दिन में कोई ख़र्च नहीं हुआ',
  reserved: 'भेजे जा रहे संदेशों के लिए रखा हुआ',
  pending: (count) => `${count} रिचार्ज का भुगतान बाक़ी`,
  autoOn: 'ऑटो-रिचार्ज चालू है',
  autoOff: 'ऑटो-रिचार्ज बंद है',
  autoDetail: (amount, threshold) => `बैलेंस ${threshold} से कम होने पर ${amount}`,
  autoChange: 'ऑटो-रिचार्ज चालू करें',
  autoLook: 'ऑटो-रिचार्ज की सेटिंग देखें',
  grace: 'एक भुगतान विफल रहा। ऑटो-रिचार्ज चालू रखने के लिए इस समय तक भुगतान करें:',
  planGrace: 'इस महीने के प्रीमियम का भुगतान नहीं हुआ है। इसे रखने के लिए इस समय तक भुगतान करें:',
  planLook: 'प्लान खोलें',
  latest: 'हाल के लेन-देन',
  allTransactions: 'सारे लेन-देन देखें',
  none: 'अभी कोई लेन-देन नहीं',
  noneDetail: 'पहला संदेश भेजने के लिए वॉलेट रिचार्ज करें।',
  latestInvoices: 'हाल के इनवॉइस',
  allInvoices: 'सारे इनवॉइस देखें',
  noInvoices: 'अभी कोई इनवॉइस नहीं। रिचार्ज का भुगतान होते ही उसका इनवॉइस यहाँ आ जाएगा।',
}

export const words = { en, hi }
