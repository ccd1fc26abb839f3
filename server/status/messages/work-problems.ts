// Status problems about work: sending, receiving, jobs, payments, the fence and the doctor's rules.

import { code } from '#kit/messages/code.ts'
import { listed } from '#kit/messages/texts.ts'
import { channelName, counted, duration, moment, number } from '../units.ts'

const en = {
  fence_raised: ({ reason }: { reason: string }) =>
    `The installation is fenced: no message, charge or refund goes out. Reason: ${code(reason)}. To see what is waiting, run ${code('samvad fence status')}.`,
  installation_moved: ({ to }: { to: string }) =>
    `This installation was moved to ${code(to)}. Set ${code('DATABASE_URL')} to that database. This copy has nothing that happened there since. To use this copy anyway, run ${code('samvad fence lift')}.`,
  move_unfinished: `A move into this database did not finish. Run the same ${code('samvad move')} again to finish it. Until then, the installation stays where it was.`,

  work_late: ({ kind, seconds }: { kind: string; seconds: number }) =>
    `Work of the kind ${code(kind)} has been due for ${duration(seconds)}. Check that the worker is running, and check its log.`,
  deliveries_late: ({ channel, seconds }: { channel: string; seconds: number }) =>
    `${channelName(channel)} deliveries have been due for ${duration(seconds)}. Check that the worker is running and that the provider answers.`,
  deliveries_stuck: ({ deliveries }: { deliveries: number }) =>
    `${counted(deliveries, 'delivery has', 'deliveries have')} been in flight for longer than a lease lasts. Check that the worker is running, and check its log.`,
  inbound_events_failed: ({ events, organizations }: { events: number; organizations: number }) =>
    `${counted(events, 'inbound event')} of ${counted(organizations, 'organization')} could not be processed. Run ${code('samvad arrival list')}.`,
  messages_quarantined: ({ messages }: { messages: number }) =>
    `${counted(messages, 'message')} to a shared account could not be assigned to an organization. Run ${code('samvad quarantine list')}.`,

  job_failing: ({ job, failures }: { job: string; failures: number }) =>
    `The job ${code(job)} has failed ${counted(failures, 'time')} and has not succeeded for half an hour. Search the log for its name.`,

  refund_late: ({ seconds }: { seconds: number }) =>
    `A refund has waited for its payment gateway for ${duration(seconds)}. Find it with ${code('samvad refund list')}, and ask the gateway.`,
  disputes_open: ({ disputes }: { disputes: number }) =>
    `${counted(disputes, 'payment dispute')} can be answered at the gateway. Run ${code('samvad claim list')}.`,
  disputes_due: ({ disputes, respond_by }: { disputes: number; respond_by: number }) =>
    `${counted(disputes, 'payment dispute')} can be answered at the gateway, the first by ${moment(respond_by)}. Run ${code('samvad claim list')}.`,

  mail_receiver_down: ({ port }: { port: number }) =>
    `No email is received on port ${port}. Check the worker's log for the job ${code('mail receiver')}.`,
  provider_warnings: ({ channel, warnings }: { channel: string; warnings: number }) =>
    `${counted(warnings, 'warning')} from the provider of the shared ${channelName(channel)} account in the last 7 days. See ${code('GET /v1/shared_channel_notices')}.`,

  rules_broken: ({ rules, seconds }: { rules: readonly string[]; seconds: number }) =>
    `${duration(seconds)} ago, these rules did not hold: ${code(listed(rules))}. Run ${code('samvad doctor')}.`,
}

const hi: typeof en = {
  fence_raised: ({ reason }) =>
    `इंस्टॉलेशन पर रोक लगी है: कोई संदेश, भुगतान या रिफ़ंड बाहर नहीं जा रहा है। वजह: ${code(reason)}। क्या-क्या रुका है, यह देखने के लिए ${code('samvad fence status')} चलाएँ।`,
  installation_moved: ({ to }) =>
    `यह इंस्टॉलेशन ${code(to)} पर जा चुका है। ${code('DATABASE_URL')} में उसी डेटाबेस का पता दें। उसके बाद वहाँ जो हुआ, वह इस कॉपी में नहीं है। फिर भी इसी कॉपी को चलाना हो, तो ${code('samvad fence lift')} चलाएँ।`,
  move_unfinished: `इस डेटाबेस में लाने का काम पूरा नहीं हुआ। उसे पूरा करने के लिए वही ${code('samvad move')} फिर से चलाएँ। तब तक इंस्टॉलेशन अपनी पुरानी जगह पर ही है।`,

  work_late: ({ kind, seconds }) =>
    `${code(kind)} का काम ${duration(seconds, 'hi')} से रुका है। देखें कि वर्कर चल रहा है, और उसका लॉग देखें।`,
  deliveries_late: ({ channel, seconds }) =>
    `${channelName(channel, 'hi')} की डिलीवरी ${duration(seconds, 'hi')} से रुकी हैं। देखें कि वर्कर चल रहा है और प्रदाता जवाब दे रहा है।`,
  deliveries_stuck: ({ deliveries }) =>
    `${number(deliveries)} डिलीवरी तय समय से ज़्यादा देर से भेजी जा रही हैं। देखें कि वर्कर चल रहा है, और उसका लॉग देखें।`,
  inbound_events_failed: ({ events, organizations }) =>
    `${number(organizations)} ${organizations === 1 ? 'संगठन' : 'संगठनों'} के ${number(events)} इनबाउंड इवेंट प्रोसेस नहीं हो सके। ${code('samvad arrival list')} चलाएँ।`,
  messages_quarantined: ({ messages }) =>
    `साझा खाते पर ${number(messages)} ऐसे संदेश आए हैं जिनका संगठन पता नहीं चला। ${code('samvad quarantine list')} चलाएँ।`,

  job_failing: ({ job, failures }) =>
    `जॉब ${code(job)} ${number(failures)} बार विफल हुआ है और आधे घंटे से सफल नहीं हुआ है। लॉग में यह नाम खोजें।`,

  refund_late: ({ seconds }) =>
    `एक रिफ़ंड ${duration(seconds, 'hi')} से पेमेंट गेटवे पर रुका है। ${code('samvad refund list')} से उसे खोजें और गेटवे से पूछें।`,
  disputes_open: ({ disputes }) =>
    `${number(disputes)} पेमेंट विवादों का जवाब गेटवे पर दिया जा सकता है। ${code('samvad claim list')} चलाएँ।`,
  disputes_due: ({ disputes, respond_by }) =>
    `${number(disputes)} पेमेंट विवादों का जवाब गेटवे पर दिया जा सकता है; पहले का जवाब ${moment(respond_by, 'hi')} तक देना है। ${code('samvad claim list')} चलाएँ।`,

  mail_receiver_down: ({ port }) => `पोर्ट ${port} पर ईमेल नहीं आ पा रहे हैं। वर्कर के लॉग में जॉब ${code('mail receiver')} देखें।`,
  provider_warnings: ({ channel, warnings }) =>
    `साझा ${channelName(channel, 'hi')} खाते के प्रदाता ने पिछले 7 दिनों में ${number(warnings)} चेतावनी दी हैं। ${code('GET /v1/shared_channel_notices')} देखें।`,

  rules_broken: ({ rules, seconds }) =>
    `${duration(seconds, 'hi')} पहले की जाँच में ये नियम टूटे मिले: ${code(listed(rules))}। ${code('samvad doctor')} चलाएँ।`,
}

export const workProblems = { en, hi }
