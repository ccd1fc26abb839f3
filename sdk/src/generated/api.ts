// Generated from api/openapi.json by sdk/generate/main.ts: change the contract, not this file.

import type { Transport } from '../transport.ts'
import { AttachmentsApi } from './attachments.ts'
import { AuditLogApi } from './audit-log.ts'
import { BillingApi } from './billing.ts'
import { CampaignsApi } from './campaigns.ts'
import { ChannelNoticesApi } from './channel-notices.ts'
import { ChannelsApi } from './channels.ts'
import { ContactsApi } from './contacts.ts'
import { ContractApi } from './contract.ts'
import { ConversationsApi } from './conversations.ts'
import { DeliveriesApi } from './deliveries.ts'
import { DomainsApi } from './domains.ts'
import { EventsApi } from './events.ts'
import { FirstStepsApi } from './first-steps.ts'
import { FormAddressesApi } from './form-addresses.ts'
import { FormsApi } from './forms.ts'
import { GatewaysApi } from './gateways.ts'
import { GroupsApi } from './groups.ts'
import { ImportsApi } from './imports.ts'
import { InstallationApi } from './installation.ts'
import { InvitationsApi } from './invitations.ts'
import { ListsApi } from './lists.ts'
import { MeApi } from './me.ts'
import { MessagesApi } from './messages.ts'
import { NotificationNumberApi } from './notification-number.ts'
import { NotificationPreferencesApi } from './notification-preferences.ts'
import { NotificationsApi } from './notifications.ts'
import { OrganizationApi } from './organization.ts'
import { OrganizationsApi } from './organizations.ts'
import { PaymentClaimsApi } from './payment-claims.ts'
import { PermissionsApi } from './permissions.ts'
import { PlanListsApi } from './plan-lists.ts'
import { PriceListsApi } from './price-lists.ts'
import { PushSubscriptionsApi } from './push-subscriptions.ts'
import { QuarantineApi } from './quarantine.ts'
import { RefundsApi } from './refunds.ts'
import { RolesApi } from './roles.ts'
import { SandboxApi } from './sandbox.ts'
import { SearchApi } from './search.ts'
import { SegmentsApi } from './segments.ts'
import { SenderDomainsApi } from './sender-domains.ts'
import { ServiceUsersApi } from './service-users.ts'
import { SharedChannelNoticesApi } from './shared-channel-notices.ts'
import { SharedChannelsApi } from './shared-channels.ts'
import { SubmissionsApi } from './submissions.ts'
import { SubmittedTemplatesApi } from './submitted-templates.ts'
import { SuppressionsApi } from './suppressions.ts'
import { TemplatesApi } from './templates.ts'
import { TokensApi } from './tokens.ts'
import { UsersApi } from './users.ts'
import { WebhookEndpointsApi } from './webhook-endpoints.ts'

/** Every operation of the contract, by noun. */
export class SamvadApi {
  readonly billing: BillingApi
  readonly attachments: AttachmentsApi
  readonly auditLog: AuditLogApi
  readonly campaigns: CampaignsApi
  readonly channelNotices: ChannelNoticesApi
  readonly channels: ChannelsApi
  readonly contacts: ContactsApi
  readonly conversations: ConversationsApi
  readonly deliveries: DeliveriesApi
  readonly domains: DomainsApi
  readonly events: EventsApi
  readonly firstSteps: FirstStepsApi
  readonly formAddresses: FormAddressesApi
  readonly forms: FormsApi
  readonly gateways: GatewaysApi
  readonly groups: GroupsApi
  readonly imports: ImportsApi
  readonly installation: InstallationApi
  readonly invitations: InvitationsApi
  readonly lists: ListsApi
  readonly me: MeApi
  readonly messages: MessagesApi
  readonly notificationNumber: NotificationNumberApi
  readonly notificationPreferences: NotificationPreferencesApi
  readonly notifications: NotificationsApi
  readonly contract: ContractApi
  readonly organization: OrganizationApi
  readonly organizations: OrganizationsApi
  readonly paymentClaims: PaymentClaimsApi
  readonly permissions: PermissionsApi
  readonly planLists: PlanListsApi
  readonly priceLists: PriceListsApi
  readonly pushSubscriptions: PushSubscriptionsApi
  readonly quarantine: QuarantineApi
  readonly refunds: RefundsApi
  readonly roles: RolesApi
  readonly sandbox: SandboxApi
  readonly search: SearchApi
  readonly segments: SegmentsApi
  readonly senderDomains: SenderDomainsApi
  readonly serviceUsers: ServiceUsersApi
  readonly sharedChannelNotices: SharedChannelNoticesApi
  readonly sharedChannels: SharedChannelsApi
  readonly submissions: SubmissionsApi
  readonly submittedTemplates: SubmittedTemplatesApi
  readonly suppressions: SuppressionsApi
  readonly templates: TemplatesApi
  readonly tokens: TokensApi
  readonly users: UsersApi
  readonly webhookEndpoints: WebhookEndpointsApi

  constructor(transport: Transport) {
    this.billing = new BillingApi(transport)
    this.attachments = new AttachmentsApi(transport)
    this.auditLog = new AuditLogApi(transport)
    this.campaigns = new CampaignsApi(transport)
    this.channelNotices = new ChannelNoticesApi(transport)
    this.channels = new ChannelsApi(transport)
    this.contacts = new ContactsApi(transport)
    this.conversations = new ConversationsApi(transport)
    this.deliveries = new DeliveriesApi(transport)
    this.domains = new DomainsApi(transport)
    this.events = new EventsApi(transport)
    this.firstSteps = new FirstStepsApi(transport)
    this.formAddresses = new FormAddressesApi(transport)
    this.forms = new FormsApi(transport)
    this.gateways = new GatewaysApi(transport)
    this.groups = new GroupsApi(transport)
    this.imports = new ImportsApi(transport)
    this.installation = new InstallationApi(transport)
    this.invitations = new InvitationsApi(transport)
    this.lists = new ListsApi(transport)
    this.me = new MeApi(transport)
    this.messages = new MessagesApi(transport)
    this.notificationNumber = new NotificationNumberApi(transport)
    this.notificationPreferences = new NotificationPreferencesApi(transport)
    this.notifications = new NotificationsApi(transport)
    this.contract = new ContractApi(transport)
    this.organization = new OrganizationApi(transport)
    this.organizations = new OrganizationsApi(transport)
    this.paymentClaims = new PaymentClaimsApi(transport)
    this.permissions = new PermissionsApi(transport)
    this.planLists = new PlanListsApi(transport)
    this.priceLists = new PriceListsApi(transport)
    this.pushSubscriptions = new PushSubscriptionsApi(transport)
    this.quarantine = new QuarantineApi(transport)
    this.refunds = new RefundsApi(transport)
    this.roles = new RolesApi(transport)
    this.sandbox = new SandboxApi(transport)
    this.search = new SearchApi(transport)
    this.segments = new SegmentsApi(transport)
    this.senderDomains = new SenderDomainsApi(transport)
    this.serviceUsers = new ServiceUsersApi(transport)
    this.sharedChannelNotices = new SharedChannelNoticesApi(transport)
    this.sharedChannels = new SharedChannelsApi(transport)
    this.submissions = new SubmissionsApi(transport)
    this.submittedTemplates = new SubmittedTemplatesApi(transport)
    this.suppressions = new SuppressionsApi(transport)
    this.templates = new TemplatesApi(transport)
    this.tokens = new TokensApi(transport)
    this.users = new UsersApi(transport)
    this.webhookEndpoints = new WebhookEndpointsApi(transport)
  }
}
