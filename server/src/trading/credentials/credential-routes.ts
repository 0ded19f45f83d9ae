import * as credentials from '@trading-bot/contract/rest/trading/credentials'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { deleteCredentials } from './delete-credentials.ts'
import { listCredentialLogs, openPracticeAccount, readCredentialStatus } from './read-credentials.ts'
import { saveCredentials, updateCredentials } from './save-credentials.ts'
import { testConnection, verifyCredentials } from './verify-credentials.ts'

export const credentialRoutes = [
  bindRoute(credentials.readCredentialStatus, readCredentialStatus),
  bindRoute(credentials.saveCredentials, saveCredentials),
  bindRoute(credentials.verifyCredentials, verifyCredentials),
  bindRoute(credentials.updateCredentials, updateCredentials),
  bindRoute(credentials.deleteCredentials, deleteCredentials),
  bindRoute(credentials.testConnection, testConnection),
  bindRoute(credentials.openPracticeAccount, openPracticeAccount),
  bindRoute(credentials.listCredentialLogs, listCredentialLogs),
]
