-- The permissions of campaigns (spec 15.8). Tokens with every permission of an owner, such as the first access token, keep every
-- permission: they get the new ones. So do custom roles that may manage contacts and send messages. The roles of the product have theirs
-- without a migration, and a token never has more than its user.
update tokens set permissions = permissions || array['campaigns.view', 'campaigns.manage', 'campaigns.send']
 where permissions @> array['balance.view', 'wallet.recharge', 'invoices.download', 'usage.view', 'billing.manage', 'organization.view',
   'organization.manage', 'users.view', 'users.manage', 'roles.manage', 'tokens.manage', 'channels.view', 'channels.manage',
   'templates.view', 'templates.manage', 'contacts.view', 'contacts.manage', 'groups.view', 'groups.manage', 'conversations.view',
   'conversations.manage', 'conversations.view_all', 'conversations.assign', 'messages.view', 'messages.send', 'messages.manage',
   'sandbox.use', 'webhooks.manage', 'audit.view']
   and not permissions && array['campaigns.view', 'campaigns.manage', 'campaigns.send'];
update roles set permissions = permissions || array['campaigns.view', 'campaigns.manage', 'campaigns.send']
 where permissions @> array['contacts.manage', 'messages.send']
   and not permissions && array['campaigns.view', 'campaigns.manage', 'campaigns.send'];
