// Why an attempt to call a webhook endpoint failed.

import type { Texts } from '../texts.ts'

const en = {
  webhook_no_answer_in_time: 'The endpoint did not answer in time.',
  webhook_answer_cut_off: 'The endpoint closed the connection in the middle of its answer.',
  webhook_redirected: 'The endpoint answered with a redirect, and redirects are not followed.',
  webhook_https_only: 'The endpoint is on a public network, where only https is called.',
}

const hi: Texts<typeof en> = {
  webhook_no_answer_in_time: 'एंडपॉइंट ने समय पर जवाब नहीं दिया।',
  webhook_answer_cut_off: 'एंडपॉइंट ने जवाब के बीच में ही कनेक्शन बंद कर दिया।',
  webhook_redirected: 'एंडपॉइंट ने रीडायरेक्ट भेजा, और रीडायरेक्ट पर आगे नहीं जाया जाता।',
  webhook_https_only: 'एंडपॉइंट पब्लिक नेटवर्क पर है, जहाँ केवल https से कॉल की जाती है।',
}

export const webhooks = { en, hi }
