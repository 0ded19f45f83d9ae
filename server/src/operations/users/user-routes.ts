import * as users from '@trading-bot/contract/rest/accounts/users'
import * as userPage from '@trading-bot/contract/rest/operations/user-page'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { assignAddress } from './assign-address.ts'
import { changeRole } from './change-role.ts'
import { closeAccount } from './close-account.ts'
import { addUserNote } from './add-user-note.ts'
import { endUserSession, endUserSessions } from './end-user-sessions.ts'
import { exportMyData } from './export-my-data.ts'
import { exportUsers } from './export-users.ts'
import { flattenAccount } from './flatten-account.ts'
import { listUsers } from './list-users.ts'
import { readUserPage } from './read-user-page.ts'
import { readUserRecords } from './read-user-records.ts'
import { retryBrokerLogIn } from './retry-broker-log-in.ts'
import { restoreUser, suspendUser } from './suspend-user.ts'

export const userRoutes = [
  bindRoute(users.listUsers, listUsers),
  bindRoute(users.exportUsers, exportUsers),
  bindRoute(userPage.readUserPage, readUserPage),
  bindRoute(userPage.readUserRecords, readUserRecords),
  bindRoute(userPage.endUserSession, endUserSession),
  bindRoute(userPage.addUserNote, addUserNote),
  bindRoute(users.suspendUser, suspendUser),
  bindRoute(users.restoreUser, restoreUser),
  bindRoute(users.endUserSessions, endUserSessions),
  bindRoute(users.changeRole, changeRole),
  bindRoute(users.assignAddress, assignAddress),
  bindRoute(users.flattenAccount, flattenAccount),
  bindRoute(users.retryBrokerLogIn, retryBrokerLogIn),
  bindRoute(users.exportMyData, exportMyData),
  bindRoute(users.closeAccount, closeAccount),
]
