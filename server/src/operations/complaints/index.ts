import * as complaints from '@trading-bot/contract/rest/operations/complaints'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { answerComplaint } from './answer-complaint.ts'
import { fileComplaint, listOwnComplaints, recordComplaint } from './file-complaint.ts'
import { listComplaints } from './list-complaints.ts'

export { countComplaints, forgetComplainant } from './complaint-store.ts'

export const complaintRoutes = [
  bindRoute(complaints.fileComplaint, fileComplaint),
  bindRoute(complaints.listOwnComplaints, listOwnComplaints),
  bindRoute(complaints.listComplaints, listComplaints),
  bindRoute(complaints.recordComplaint, recordComplaint),
  bindRoute(complaints.answerComplaint, answerComplaint),
]
