import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type CaptureForm,
  findCapture,
  listCaptures,
  listOwnCaptures,
  readCapture,
  startCapture,
  stopCapture,
} from "@tollgate/contract/captures";
import { call } from "../../lib/api-client";

/** What is captured now, for administrators. */
export const capturesQuery = queryOptions({
  queryKey: ["captures", "targets"],
  queryFn: ({ signal }) => call(listCaptures, { signal }),
  staleTime: 30_000,
  meta: { silent: true },
});

/** One's own tokens that are captured. */
export const ownCapturesQuery = queryOptions({
  queryKey: ["captures", "own"],
  queryFn: ({ signal }) => call(listOwnCaptures, { signal }),
  staleTime: 30_000,
  meta: { silent: true },
});

/** Whether the bodies of a log row were captured. */
export const captureHeadQuery = (logId: number) =>
  queryOptions({
    queryKey: ["captures", "head", logId],
    queryFn: ({ signal }) => call(findCapture, { params: { id: logId }, signal }),
    meta: { silent: true },
  });

/** Reads the bodies; the server notes who did. Nothing is kept in the browser's memory of answers. */
export const useReadCapture = () =>
  useMutation({ mutationFn: (logId: number) => call(readCapture, { params: { id: logId } }) });

export function useStartCapture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: CaptureForm) => call(startCapture, { body: form }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["captures"] }),
  });
}

export function useStopCapture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(stopCapture, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["captures"] }),
  });
}
