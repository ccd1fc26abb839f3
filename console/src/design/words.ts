const en = {
  close: 'Close',
  cancel: 'Cancel',
  actions: 'Actions',
  loading: 'Loading',
  tryAgain: 'Try again',
  requestId: 'Request',
  copy: 'Copy',
  copied: 'Copied',
  more: 'Show more',
  dismiss: 'Dismiss',
  notifications: 'Messages of the console',
  testMoney: 'Test money',
  showTable: 'Show as a table',
  showChart: 'Show as a chart',
  now: 'now',
  channels: { email: 'Email', app: 'App', sms: 'SMS' },
}

const hi: typeof en = {
  close: 'बंद करें',
  cancel: 'रहने दें',
  actions: 'काम',
  loading: 'आ रहा है',
  tryAgain: 'फिर कोशिश करें',
  requestId: 'अनुरोध',
  copy: 'कॉपी करें',
  copied: 'कॉपी हो गया',
  more: 'और दिखाएँ',
  dismiss: 'हटाएँ',
  notifications: 'कंसोल के संदेश',
  testMoney: 'परीक्षण राशि',
  showTable: 'तालिका में देखें',
  showChart: 'चार्ट में देखें',
  now: 'अभी',
  channels: { email: 'ईमेल', app: 'ऐप', sms: 'SMS' },
}

export const words = { en, hi }
