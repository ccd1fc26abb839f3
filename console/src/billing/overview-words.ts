const en = {
  balance: 'Balance',
  low: (percent: string) => `Below ${percent} % of what it was after the last recharge`,
  paused: 'Sending has stopped: the balance covers no further message',
  daysLeft: (days: number) =>
    days > 365
      ? 'Lasts more than a year at the spending of the last 7 days'
      : days === 0
        ? 'Lasts less than a day at the spending of the last 7 days'
        : days === 1
          ? 'Lasts about a day at the spending of the last 7 days'
          : `Lasts about ${days} days at the spending of the last 7 days`,
  nothingSpent: 'Nothing was spent in the last 7 days',
  reserved: 'Reserved for messages on their way',
  pending: (count: number) =>
    count === 1 ? '1 recharge awaits its payment' : `${count} recharges await their payment`,
  autoOn: 'Auto-recharge is on',
  autoOff: 'Auto-recharge is off',
  autoDetail: (amount: string, threshold: string) => `${amount} when the balance falls below ${threshold}`,
  autoChange: 'Set it up',
  autoLook: 'Look at it',
  grace: 'A payment failed. Pay before',
  latest: 'Latest transactions',
  allTransactions: 'All transactions',
  none: 'Nothing has moved yet',
  noneDetail: 'Recharge, and the first message can go out.',
  latestInvoices: 'Latest invoices',
  allInvoices: 'All invoices',
  noInvoices: 'No invoices yet. Each recharge that is paid brings one at once.',
}

const hi: typeof en = {
  balance: 'बैलेंस',
  low: (percent) => `पिछले रिचार्ज के बाद जितना था, उसके ${percent} % से कम`,
  paused: 'भेजना रुक गया है: बैलेंस अगले संदेश के लिए भी काफ़ी नहीं है',
  daysLeft: (days) =>
    days > 365
      ? 'पिछले 7 दिन के ख़र्च के हिसाब से एक साल से ज़्यादा चलेगा'
      : days === 0
        ? 'पिछले 7 दिन के ख़र्च के हिसाब से एक दिन भी नहीं चलेगा'
        : `पिछले 7 दिन के ख़र्च के हिसाब से लगभग ${days} दिन चलेगा`,
  nothingSpent: 'पिछले 7 दिन में कुछ ख़र्च नहीं हुआ',
  reserved: 'रास्ते में चल रहे संदेशों के लिए रखा हुआ',
  pending: (count) => `${count} रिचार्ज का भुगतान बाक़ी है`,
  autoOn: 'ऑटो-रिचार्ज चालू है',
  autoOff: 'ऑटो-रिचार्ज बंद है',
  autoDetail: (amount, threshold) => `बैलेंस ${threshold} से नीचे जाने पर ${amount}`,
  autoChange: 'इसे चालू करें',
  autoLook: 'इसे देखें',
  grace: 'एक भुगतान विफल हुआ। इससे पहले भुगतान करें:',
  latest: 'हाल के लेन-देन',
  allTransactions: 'सारे लेन-देन',
  none: 'अभी कोई लेन-देन नहीं हुआ',
  noneDetail: 'रिचार्ज करें, फिर पहला संदेश जा सकता है।',
  latestInvoices: 'हाल के इनवॉइस',
  allInvoices: 'सारे इनवॉइस',
  noInvoices: 'अभी कोई इनवॉइस नहीं। हर चुकाए गए रिचार्ज का इनवॉइस उसी समय बनता है।',
}

export const words = { en, hi }
