import { assignAddress, readUserForAddress as _ } from '@trading-bot/contract/rest/accounts/users'
