import { listUsers } from '@trading-bot/contract/rest/accounts/users'
import { readUserPage } from '@trading-bot/contract/rest/operations/user-page'

/** What a change to a user makes stale. */
export const USER_QUERIES = [listUsers, readUserPage]
