/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { InlineComposer } from "@/components/posts/composer/inline-composer";
import { usersKeys } from "@/lib/profiles/client/keys";
import { readDraft, writeDraft } from "@/lib/store/drafts";
import { type PreparedMedia, prepareMedia } from "@/lib/uploads/client/prepare";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: jest.fn(), replace: jest.fn() }) }));
jest.mock("@/lib/uploads/client/prepare", () => ({
  ...jest.requireActual<object>("@/lib/uploads/client/prepare"),
  prepareMedia: jest.fn(),
}));

beforeEach(() => {
  writeDraft("post aarav", "");
  URL.revokeObjectURL = jest.fn();
  jest.mocked(prepareMedia).mockImplementation(
    async (file): Promise<PreparedMedia> => ({
      file,
      fileName: file.name,
      mediaType: "image",
      objectUrl: "blob:roof",
      width: 4,
      height: 3,
    }),
  );
});

function show() {
  const client = new QueryClient();
  client.setQueryData(usersKeys.me(), { _id: "aarav", name: "Aarav Sharma", avatar: "" });
  client.setQueryDefaults(usersKeys.me(), { staleTime: Number.POSITIVE_INFINITY });
  const { container } = render(
    <QueryClientProvider client={client}>
      <InlineComposer />
    </QueryClientProvider>,
  );
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("The composer has no file input.");
  return { input };
}

const caption = () =>
  screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What's happening on campus?" });

test("choosing a photo while typing changes neither the text nor the focus nor the caret", async () => {
  const { input } = show();
  const field = caption();
  act(() => field.focus());
  fireEvent.change(field, { target: { value: "From the roof" } });
  field.setSelectionRange(4, 4);
  fireEvent.change(input, { target: { files: [new File(["pixels"], "roof.jpg", { type: "image/jpeg" })] } });
  expect(await screen.findByAltText("Your choice, as it will be posted")).toBeTruthy();
  expect(caption()).toBe(field);
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("From the roof");
  expect(field.selectionStart).toBe(4);
});

test("typing continues at the caret, and is stored as a draft", async () => {
  writeDraft("post aarav", "Hi all");
  show();
  await screen.findByRole("button", { name: "Post" });
  const field = caption();
  expect(field.value).toBe("Hi all");
  field.setSelectionRange(2, 2);
  field.setRangeText("!", 2, 2, "end");
  fireEvent.input(field);
  expect(field.value).toBe("Hi! all");
  expect(field.selectionStart).toBe(3);
  expect(readDraft("post aarav")).toBe("Hi! all");
});
