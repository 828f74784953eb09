import type { MailPreview, WeekJob, WeekJobRequest, WeekPlan } from '#domain/orders/week-jobs.ts';
import { callApiForJson } from './api-client.ts';

/** Returns the jobs for closed weeks that are running, or have ended lately. */
export const WEEK_JOBS_URL = '/api/admin/week-jobs';

/** Returns the `WeekPlan`: what closing a week would do. */
export function buildPlanUrl(week: string): string {
  return `/api/admin/weeks/${week}/plan`;
}

/** Closes a week to new orders, or opens it again. */
export function setClosed(week: string, isClosed: boolean): Promise<WeekPlan> {
  return post(`/api/admin/weeks/${week}/${isClosed ? 'close' : 'open'}`);
}

/** The mail that a job would send to the first of its buyers. */
export function previewMail(week: string, job: Omit<WeekJobRequest, 'id'>): Promise<MailPreview> {
  return post(`/api/admin/weeks/${week}/mail`, job);
}

/** Closes a week, and begins to move or refund its orders. The same request again is the same job. */
export function startJob(week: string, job: WeekJobRequest): Promise<WeekJob> {
  return post(`/api/admin/weeks/${week}/jobs`, job);
}

/** Stops a job after its current order, or has it go on, with its refused orders. */
export function steerJob(id: string, step: 'stop' | 'continue'): Promise<WeekJob> {
  return post(`${WEEK_JOBS_URL}/${id}/${step}`);
}

function post<T>(url: string, payload: object = {}): Promise<T> {
  return callApiForJson<T>({ method: 'POST', url, payload });
}
