// Status lines about work: sending, receiving, jobs, payments, the fence and the doctor's rules.

import { code } from '#kit/messages/code.ts'
import { listed } from '#kit/messages/texts.ts'
import { channelName, counted, duration, number } from '../units.ts'
import { line } from './line.ts'

interface CountOfChannel {
  channel: string
  deliveries: number
  seconds: number
}

interface HandedOver {
  channel: string
  sent: number
  refused: number
  deferred: number
  unknown: number
  pauses: number
}

const en = {
  fence_lowered: line('Fence', 'not raised; due messages are sent'),
  fence_raised: line('Fence', ({ seconds }: { seconds: number }) => `raised ${duration(seconds)} ago`),
  fence_reason: line('Reason', ({ reason }: { reason: string }) => code(reason)),
  installation_moved: line('Moved to', ({ to }: { to: string }) => code(to)),
  move_unfinished: line('Move', 'not finished'),

  due_work_none: line('Due work', 'none'),
  due_work: line(
    'Due work',
    ({ kind, count, seconds }: { kind: string; count: number; seconds: number }) =>
      `${code(kind)} ${number(count)}, oldest ${duration(seconds)}`,
  ),
  deliveries_due_none: line('Deliveries due', 'none'),
  deliveries_due: line(
    'Deliveries due',
    ({ channel, deliveries, seconds }: CountOfChannel) =>
      `${channelName(channel)} ${number(deliveries)}, oldest ${duration(seconds)}`,
  ),
  deliveries_retrying_none: line('Deliveries waiting for a retry', 'none'),
  deliveries_retrying: line(
    'Deliveries waiting for a retry',
    ({ channel, deliveries, seconds }: CountOfChannel) =>
      `${channelName(channel)} ${number(deliveries)}, oldest ${duration(seconds)}`,
  ),
  deliveries_in_flight: line('Deliveries in flight', ({ deliveries }: { deliveries: number }) => number(deliveries)),
  inbound_events_failed: line('Failed inbound events', ({ events }: { events: number }) => number(events)),
  quarantine_empty: line('Messages in quarantine', 'none'),
  quarantine: line(
    'Messages in quarantine',
    ({ messages, seconds }: { messages: number; seconds: number }) =>
      `${number(messages)}, oldest ${duration(seconds)}`,
  ),

  jobs_unknown: line('Jobs', 'unknown, because no worker on this machine answers'),
  jobs_running: line('Jobs', ({ jobs }: { jobs: number }) => number(jobs)),
  jobs_failed: line('Failed since the start', ({ failed }: { failed: number }) => counted(failed, 'job')),
  jobs_none_failed: line('Failed since the start', 'none'),
  job: line(
    'Job',
    ({ job, failures, seconds }: { job: string; failures: number; seconds: number }) =>
      `${code(job)}, ${counted(failures, 'failure')}, last success ${duration(seconds)} ago`,
  ),
  job_never: line(
    'Job',
    ({ job, failures }: { job: string; failures: number }) =>
      `${code(job)}, ${counted(failures, 'failure')}, no success yet`,
  ),

  gateway_none: line('Payment gateway', 'none; recharges cannot be paid'),
  gateway_current: line('Payment gateway', ({ gateway }: { gateway: string }) => `${code(gateway)}, for new payments`),
  gateway_enabled: line('Payment gateway', ({ gateway }: { gateway: string }) => `${code(gateway)}, enabled`),
  gateway_disabled: line('Payment gateway', ({ gateway }: { gateway: string }) => `${code(gateway)}, disabled`),
  gateway_payments: line(
    'Payments not yet made',
    ({ gateway, payments, seconds }: { gateway: string; payments: number; seconds: number }) =>
      `${code(gateway)} ${number(payments)}, oldest ${duration(seconds)}`,
  ),
  gateway_webhook: line(
    'Last webhook',
    ({ gateway, seconds }: { gateway: string; seconds: number }) => `${code(gateway)} ${duration(seconds)} ago`,
  ),
  gateway_webhook_none: line(
    'Last webhook',
    ({ gateway }: { gateway: string }) => `${code(gateway)} none since the start`,
  ),
  gateway_calls_failed: line(
    'Failed calls since the start',
    ({ gateway, calls }: { gateway: string; calls: number }) => `${code(gateway)} ${number(calls)}`,
  ),
  refunds_requested: line(
    'Refunds to decide',
    ({ refunds, seconds }: { refunds: number; seconds: number }) => `${number(refunds)}, oldest ${duration(seconds)}`,
  ),
  refunds_approved: line(
    'Refunds approved',
    ({ refunds, seconds }: { refunds: number; seconds: number }) => `${number(refunds)}, oldest ${duration(seconds)}`,
  ),
  refunds_processing: line(
    'Refunds at the gateway',
    ({ refunds, seconds }: { refunds: number; seconds: number }) => `${number(refunds)}, oldest ${duration(seconds)}`,
  ),
  auto_recharges: line(
    'Auto-recharge',
    ({ enabled, failing }: { enabled: number; failing: number }) =>
      `on for ${counted(enabled, 'organization')}, failing for ${number(failing)}`,
  ),

  own_mail_server: line('Account emails', 'sent by the mail server of this installation'),
  own_mail_sandbox: line('Account emails', 'kept in the sandbox'),
  own_mail_none: line('Account emails', `not sent; set ${code('SAMVAD_SMTP_URL')}`),
  mail_receiver_off: line(
    'Mail receiver',
    `off; ${code('SAMVAD_MAIL_DOMAIN')} and ${code('SAMVAD_MAIL_IN_PORT')} turn it on`,
  ),
  mail_receiver_off_here: line(
    'Mail receiver',
    `off in the settings of this command; Samvad is not running with this ${code('DATA_DIR')}`,
  ),
  mail_receiver_on: line(
    'Mail receiver',
    ({ domain, port }: { domain: string; port: number }) => `listening on port ${port} for ${code(domain)}`,
  ),
  mail_receiver_silent: line(
    'Mail receiver',
    ({ domain, port }: { domain: string; port: number }) => `on for ${code(domain)}, not listening on port ${port}`,
  ),
  mail_receiver_unknown: line(
    'Mail receiver',
    ({ domain, port }: { domain: string; port: number }) =>
      `on for ${code(domain)}, port ${port}; whether it is listening is unknown`,
  ),
  channel_accounts: line(
    'Channel',
    ({ channel, accounts }: { channel: string; accounts: number }) =>
      `${channelName(channel)}, ${counted(accounts, 'account')} of organizations`,
  ),
  channel_shared: line(
    'Channel',
    ({ channel, accounts }: { channel: string; accounts: number }) =>
      `${channelName(channel)}, ${counted(accounts, 'account')} of organizations, and a shared account`,
  ),
  channel_handed_over: line('Since the start', ({ channel, sent, refused, deferred, unknown, pauses }: HandedOver) =>
    listed([
      `${channelName(channel)} ${number(sent)} sent`,
      `${number(refused)} refused`,
      `${number(deferred)} deferred`,
      `${number(unknown)} unknown`,
      counted(pauses, 'pause'),
    ]),
  ),
  channel_inbound: line(
    'Last inbound event',
    ({ channel, seconds }: { channel: string; seconds: number }) => `${channelName(channel)} ${duration(seconds)} ago`,
  ),
  channel_inbound_waiting: line(
    'Inbound events waiting',
    ({ channel, events, seconds }: { channel: string; events: number; seconds: number }) =>
      `${channelName(channel)} ${number(events)}, oldest ${duration(seconds)}`,
  ),

  doctor_never: line('Last check', `none with this ${code('DATA_DIR')}; run ${code('samvad doctor')}`),
  doctor_checked: line('Last check', ({ seconds }: { seconds: number }) => `${duration(seconds)} ago`),
  doctor_holds: line('Rules', 'all hold'),
  doctor_broken: line('Broken rules', ({ rules }: { rules: readonly string[] }) => code(listed(rules))),
}

const hi: typeof en = {
  fence_lowered: ['रोक', 'नहीं लगी है; संदेश समय पर जा रहे हैं'],
  fence_raised: ['रोक', ({ seconds }) => `${duration(seconds, 'hi')} पहले लगी`],
  fence_reason: ['वजह', ({ reason }) => code(reason)],
  installation_moved: ['कहाँ गया', ({ to }) => code(to)],
  move_unfinished: ['दूसरी जगह ले जाना', 'पूरा नहीं हुआ'],

  due_work_none: ['बाक़ी काम', 'कोई नहीं'],
  due_work: [
    'बाक़ी काम',
    ({ kind, count, seconds }) => `${code(kind)} ${number(count)}, सबसे पुराना ${duration(seconds, 'hi')} से`,
  ],
  deliveries_due_none: ['भेजने को बाक़ी डिलीवरी', 'कोई नहीं'],
  deliveries_due: [
    'भेजने को बाक़ी डिलीवरी',
    ({ channel, deliveries, seconds }) =>
      `${channelName(channel, 'hi')} ${number(deliveries)}, सबसे पुरानी ${duration(seconds, 'hi')} से`,
  ],
  deliveries_retrying_none: ['दोबारा भेजी जाने वाली डिलीवरी', 'कोई नहीं'],
  deliveries_retrying: [
    'दोबारा भेजी जाने वाली डिलीवरी',
    ({ channel, deliveries, seconds }) =>
      `${channelName(channel, 'hi')} ${number(deliveries)}, सबसे पुरानी ${duration(seconds, 'hi')} से`,
  ],
  deliveries_in_flight: ['अभी भेजी जा रही डिलीवरी', ({ deliveries }) => number(deliveries)],
  inbound_events_failed: ['विफल इनबाउंड इवेंट', ({ events }) => number(events)],
  quarantine_empty: ['बिना संगठन के संदेश', 'कोई नहीं'],
  quarantine: [
    'बिना संगठन के संदेश',
    ({ messages, seconds }) => `${number(messages)}, सबसे पुराना ${duration(seconds, 'hi')} से`,
  ],

  jobs_unknown: ['जॉब', 'पता नहीं, क्योंकि इस मशीन का कोई वर्कर जवाब नहीं दे रहा'],
  jobs_running: ['जॉब', ({ jobs }) => number(jobs)],
  jobs_failed: ['शुरू होने के बाद विफल', ({ failed }) => `${number(failed)} जॉब`],
  jobs_none_failed: ['शुरू होने के बाद विफल', 'कोई नहीं'],
  job: [
    'जॉब',
    ({ job, failures, seconds }) =>
      `${code(job)}, ${number(failures)} बार विफल, आख़िरी सफलता ${duration(seconds, 'hi')} पहले`,
  ],
  job_never: ['जॉब', ({ job, failures }) => `${code(job)}, ${number(failures)} बार विफल, अभी तक सफल नहीं`],

  gateway_none: ['पेमेंट गेटवे', 'कोई नहीं; रिचार्ज का भुगतान नहीं हो सकता'],
  gateway_current: ['पेमेंट गेटवे', ({ gateway }) => `${code(gateway)}, नए भुगतान इसी से`],
  gateway_enabled: ['पेमेंट गेटवे', ({ gateway }) => `${code(gateway)}, चालू`],
  gateway_disabled: ['पेमेंट गेटवे', ({ gateway }) => `${code(gateway)}, बंद`],
  gateway_payments: [
    'जो भुगतान अभी नहीं हुए',
    ({ gateway, payments, seconds }) => `${code(gateway)} ${number(payments)}, सबसे पुराना ${duration(seconds, 'hi')} से`,
  ],
  gateway_webhook: ['आख़िरी वेबहुक', ({ gateway, seconds }) => `${code(gateway)} ${duration(seconds, 'hi')} पहले`],
  gateway_webhook_none: ['आख़िरी वेबहुक', ({ gateway }) => `${code(gateway)} शुरू होने के बाद कोई नहीं`],
  gateway_calls_failed: ['शुरू होने के बाद विफल कॉल', ({ gateway, calls }) => `${code(gateway)} ${number(calls)}`],
  refunds_requested: [
    'फ़ैसले के लिए रुके रिफ़ंड',
    ({ refunds, seconds }) => `${number(refunds)}, सबसे पुराना ${duration(seconds, 'hi')} से`,
  ],
  refunds_approved: [
    'मंज़ूर रिफ़ंड',
    ({ refunds, seconds }) => `${number(refunds)}, सबसे पुराना ${duration(seconds, 'hi')} से`,
  ],
  refunds_processing: [
    'गेटवे पर चल रहे रिफ़ंड',
    ({ refunds, seconds }) => `${number(refunds)}, सबसे पुराना ${duration(seconds, 'hi')} से`,
  ],
  auto_recharges: [
    'ऑटो-रिचार्ज',
    ({ enabled, failing }) => `${number(enabled)} संगठनों में चालू, ${number(failing)} में विफल हो रहा है`,
  ],

  own_mail_server: ['खाते के ईमेल', 'इस इंस्टॉलेशन के मेल सर्वर से जाते हैं'],
  own_mail_sandbox: ['खाते के ईमेल', 'सैंडबॉक्स में रखे जाते हैं'],
  own_mail_none: ['खाते के ईमेल', `नहीं जाते; ${code('SAMVAD_SMTP_URL')} सेट करें`],
  mail_receiver_off: ['ईमेल पाना', `बंद; ${code('SAMVAD_MAIL_DOMAIN')} और ${code('SAMVAD_MAIL_IN_PORT')} से चालू होता है`],
  mail_receiver_off_here: ['ईमेल पाना', `इस कमांड की सेटिंग में बंद; इस ${code('DATA_DIR')} के साथ Samvad नहीं चल रहा है`],
  mail_receiver_on: ['ईमेल पाना', ({ domain, port }) => `${code(domain)} के लिए पोर्ट ${port} पर चालू`],
  mail_receiver_silent: ['ईमेल पाना', ({ domain, port }) => `${code(domain)} के लिए सेट है, पर पोर्ट ${port} पर नहीं चल रहा`],
  mail_receiver_unknown: [
    'ईमेल पाना',
    ({ domain, port }) => `${code(domain)} के लिए पोर्ट ${port} पर सेट है; चल रहा है या नहीं, यह पता नहीं`,
  ],
  channel_accounts: [
    'चैनल',
    ({ channel, accounts }) => `${channelName(channel, 'hi')}, संगठनों के ${number(accounts)} खाते`,
  ],
  channel_shared: [
    'चैनल',
    ({ channel, accounts }) => `${channelName(channel, 'hi')}, संगठनों के ${number(accounts)} खाते और एक साझा खाता`,
  ],
  channel_handed_over: [
    'शुरू होने के बाद से',
    ({ channel, sent, refused, deferred, unknown, pauses }) =>
      listed([
        `${channelName(channel, 'hi')} ${number(sent)} भेजे`,
        `${number(refused)} अस्वीकार`,
        `${number(deferred)} बाद के लिए रुके`,
        `${number(unknown)} का नतीजा पता नहीं`,
        `${number(pauses)} बार चैनल रुका`,
      ]),
  ],
  channel_inbound: [
    'आख़िरी इनबाउंड इवेंट',
    ({ channel, seconds }) => `${channelName(channel, 'hi')} ${duration(seconds, 'hi')} पहले`,
  ],
  channel_inbound_waiting: [
    'बाक़ी इनबाउंड इवेंट',
    ({ channel, events, seconds }) =>
      `${channelName(channel, 'hi')} ${number(events)}, सबसे पुराना ${duration(seconds, 'hi')} से`,
  ],

  doctor_never: ['आख़िरी जाँच', `इस ${code('DATA_DIR')} के साथ अभी नहीं हुई; ${code('samvad doctor')} चलाएँ`],
  doctor_checked: ['आख़िरी जाँच', ({ seconds }) => `${duration(seconds, 'hi')} पहले`],
  doctor_holds: ['नियम', 'सब सही हैं'],
  doctor_broken: ['टूटे नियम', ({ rules }) => code(listed(rules))],
}

export const workLines = { en, hi }
