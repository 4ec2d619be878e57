// The public surface of @field-inspection/sdk. Made by: script/pnpm --filter @field-inspection/sdk gen

declare class AbortError extends RequestError {
}

interface AcceptInvitationBody {
    token: string;
    email: string;
}

interface AcceptedInvitation {
    organisation_name: string;
    name: string;
    role: MemberRole | NewerValue;
}

interface Addenda {
    head: string | null;
    length: number;
    anchors: AddendaAnchor[];
}

interface AddendaAnchor extends Anchor {
    sequence: number;
}

type AddendaAnchorVerdict = AnchorVerdict & {
    readonly sequence: number;
};

type AddendaVerdict = {
    readonly head: string | null;
    readonly length: number | null;
    readonly chain: ChainVerdict;
    readonly anchors: readonly AddendaAnchorVerdict[];
    readonly unanchored: number | null;
};

interface Anchor extends AnchorNotice {
    token: string | null;
}

interface AnchorNotice {
    authority: string;
    demo: boolean;
    status: AnchorStatus | NewerValue;
    gen_time: string | null;
    serial: string | null;
    policy: string | null;
    error: string | null;
}

type AnchorStatus = "pending" | "anchored" | "failed";

type AnchorVerdict = {
    readonly authority: string;
    readonly demo: boolean;
    readonly status: string;
    readonly verdict: "trusted" | "untrusted" | "invalid" | "pending";
    readonly gen_time: string | null;
    readonly signer: string | null;
    readonly code?: EvidenceFaultCode;
    readonly message?: string;
};

declare class ApiError extends RequestError {
    readonly status: number;
    readonly code: ErrorCode;
    readonly detail: string;
    readonly requestId: string | null;
    readonly errors: readonly FieldError[];
    readonly headers: WebHeaders | null;
    readonly retryAfterMs: number | null;
    readonly rateLimit: RateLimit | null;
    constructor(init: ApiErrorInit);
}

interface ApiErrorInit extends RequestErrorInit {
    readonly status: number;
    readonly code: ErrorCode;
    readonly detail: string;
    readonly requestId?: string | null;
    readonly errors?: readonly FieldError[];
    readonly headers?: WebHeaders | null;
    readonly retryAfterMs?: number | null;
    readonly rateLimit?: RateLimit | null;
}

declare class ApiPromise<T> implements Promise<T> {
    #private;
    readonly [Symbol.toStringTag]: string;
    withResponse(): Promise<ApiResult<T>>;
    asResponse(): Promise<WebResponse>;
    then<Done = T, Failed = never>(onDone?: ((value: T) => Done | PromiseLike<Done>) | null, onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Done | Failed>;
    catch<Failed = never>(onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null): Promise<T | Failed>;
    finally(onSettled?: (() => void) | null): Promise<T>;
}

interface ApiResult<T> {
    readonly data: T;
    readonly response: WebResponse;
    readonly requestId: string | null;
    readonly idempotencyKey: string | null;
    readonly rateLimit: RateLimit | null;
    readonly deprecation: Deprecation | null;
    readonly attempts: readonly Attempt[];
}

interface ArrowStroke {
    tool: "arrow";
    color: string;
    size: number;
    points: [
        [
            number,
            number
        ],
        [
            number,
            number
        ]
    ];
}

interface Attempt {
    readonly status: number | null;
    readonly requestId: string | null;
    readonly durationMs: number;
    readonly delayMs: number | null;
}

type AuditEntry = AuditEntryDraft & {
    readonly sequence: number;
    readonly prev_hash: string;
    readonly hash: string;
};

interface AuditEntry$1 {
    sequence: number;
    kind: string;
    occurred_at: string;
    payload: Record<string, unknown>;
    prev_hash: string;
    hash: string;
}

type AuditEntryDraft = {
    readonly kind: string;
    readonly occurred_at: string;
    readonly payload: {
        readonly [key: string]: CanonicalValue;
    };
};

declare class AuthenticationError extends ApiError {
    readonly status: 401;
}

declare class Billing {
    #private;
    getPlan(options?: RequestOptions): ApiPromise<OrgPlan>;
    createCheckout(body: CreateCheckoutBody, options?: WriteOptions): ApiPromise<Checkout>;
    createPortal(body?: CreatePortalBody, options?: WriteOptions): ApiPromise<BillingPortal>;
}

interface BillingPortal {
    url: string;
}

interface BlobContent {
    readonly size: number;
    readonly type: string;
    slice(from: number, to: number): BlobContent;
    arrayBuffer(): Promise<ArrayBuffer>;
}

type BlobSource = {
    readonly size: number;
    slice(start: number, end: number): {
        arrayBuffer(): Promise<ArrayBuffer>;
    };
};

interface BodyReader {
    read(): Promise<{
        done: boolean;
        value?: Uint8Array | undefined;
    }>;
    cancel(): Promise<unknown>;
}

interface BrandColours {
    primary: string | null;
    background: string | null;
}

interface BrandContrast {
    colour: "primary" | "background" | NewerValue;
    value: string;
    against: string;
    ratio: number;
    needed: number;
}

interface BrandDomain {
    name: string;
    verified: boolean;
    record: BrandDomainRecord;
    missing_since: string | null;
}

interface BrandDomainRecord {
    type: "TXT";
    name: string;
    value: string;
}

interface BrandLogo {
    url: string;
    width: number;
    height: number;
}

interface Branding {
    display_name: string;
    sender_name: string;
    footer: string;
    imprint_url: string | null;
    privacy_url: string | null;
    colours: BrandColours;
    logo: BrandLogo | null;
    domain: BrandDomain | null;
    version: number;
    updated_at: string | null;
}

interface BrandingPreview {
    contrasts: BrandContrast[];
    join_page: string;
    email: string;
}

declare class BrandingResource {
    #private;
    get(options?: RequestOptions): ApiPromise<Branding>;
    update(body: UpdateBrandingBody, options?: WriteOptions): ApiPromise<Branding>;
    verifyDomain(options?: WriteOptions): ApiPromise<Branding>;
    preview(body?: PreviewBrandingBody, options?: WriteOptions): ApiPromise<BrandingPreview>;
    setLogo(body: SetLogoBody, options?: WriteOptions): ApiPromise<Branding>;
    deleteLogo(options?: WriteOptions): ApiPromise<Branding>;
}

type BundleFailureCode = "malformed_zip" | "unsupported_zip" | "unsafe_path" | "duplicate_path" | "too_large" | "too_complex" | "corrupt_file" | "missing_file" | "unexpected_file" | "wrong_size" | "wrong_hash" | "malformed_manifest" | "unsupported_version" | "differs_from_chain" | "not_in_chain" | "malformed_capture" | "malformed_addendum" | "malformed_disclosures" | "wrong_disclosure" | "differs_from_token";

type CallbackEventType = "session.created" | "session.joined" | "session.updated" | "session.ended" | "session.outcome" | "session.evidence.captured" | "session.signed" | "session.anchored" | "session.completed" | "evidence.created" | "evidence.finding" | "session.expired" | "session.redacted" | "participant.left" | "participant.done" | "recording.ready" | "message.failed";

interface CallbackSecret {
    signing_secret: string;
    previous_expires_at: string | null;
}

interface Campaign {
    id: string;
    name: string;
    description: string;
    shots: Shot[];
    created_at: string;
}

interface CampaignSummary {
    campaign: string;
    session_count: number;
    status_counts: StatusCounts;
    outcome_counts: OutcomeCounts;
    first_created_at: string | null;
    last_created_at: string | null;
}

declare class Campaigns {
    #private;
    create(body: CreateCampaignBody, options?: WriteOptions): ApiPromise<Campaign>;
    list(query?: ListCampaignsQuery, options?: ListOptions): PagePromise<Campaign>;
    get(campaignId: string, options?: RequestOptions): ApiPromise<Campaign>;
    update(campaignId: string, body: UpdateCampaignBody, options?: WriteOptions): ApiPromise<Campaign>;
    delete(campaignId: string, options?: WriteOptions): ApiPromise<void>;
    report(campaignId: string, options?: RequestOptions): ApiPromise<CampaignSummary>;
    listReportedSessions(campaignId: string, query?: ListReportedSessionsCampaignsQuery, options?: ListOptions): PagePromise<ReportedSession>;
    downloadCsv(campaignId: string, query?: DownloadCsvCampaignsQuery, options?: RequestOptions): Promise<WebResponse>;
    downloadPdf(campaignId: string, query?: DownloadPdfCampaignsQuery, options?: RequestOptions): Promise<WebResponse>;
}

type CanonicalValue = string | number | boolean | null | readonly CanonicalValue[] | {
    readonly [key: string]: CanonicalValue;
};

type ChainFailureCode = "malformed_chain" | "malformed_entry" | "wrong_sequence" | "broken_link" | "wrong_hash" | "truncated" | "extended" | "wrong_head";

type ChainHead = {
    readonly sequence: number;
    readonly hash: string;
};

type ChainVerdict = {
    valid: true;
    head: ChainHead;
    length: number;
} | {
    valid: false;
    sequence: number;
    code: ChainFailureCode;
    message: string;
};

interface Checkout {
    url: string;
    expires_at: string;
}

interface ClientOptions {
    apiKey?: string | undefined;
    session?: "cookie" | undefined;
    baseUrl?: string | undefined;
    fetch?: FetchFunction | undefined;
    timeoutMs?: number | undefined;
    deadlineMs?: number | undefined;
    maxRetries?: number | undefined;
    maxRetryAfterMs?: number | undefined;
    limiter?: Limiter | undefined;
    userAgent?: string | undefined;
    onDeprecation?: ((notice: DeprecationNotice) => void) | undefined;
    runtime?: Partial<Runtime> | undefined;
}

type CodeChannel = "email" | "sms";

declare class ConflictError extends ApiError {
    readonly status: 409;
}

declare class ConnectionError extends RequestError {
    readonly host: string | null;
    readonly reason: string | null;
    constructor(message: string, init?: ConnectionErrorInit);
}

interface ConnectionErrorInit extends RequestErrorInit {
    readonly host?: string | null;
    readonly reason?: string | null;
}

type ConsentAnswer = "granted" | "denied" | "revoked";

type ConsentState = ParticipantConsents;

interface ConsentState$1 {
    camera: ConsentValue$1 | NewerValue;
    gps: ConsentValue$1 | NewerValue;
}

type ConsentValue = "pending" | "granted" | "denied" | "revoked" | NewerValue;

type ConsentValue$1 = "pending" | "granted" | "denied" | "revoked";

interface Contact {
    name: string;
    phone: string;
    email: string;
}

interface ContactInput {
    name: string;
    phone?: string | undefined;
    email?: string | undefined;
}

type Content = BlobContent | Uint8Array | ArrayBuffer;

interface CreateAnnotationBody {
    evidence: string;
    drawing: Drawing;
    captured_at?: string | undefined;
}

interface CreateCampaignBody {
    name: string;
    description?: string | undefined;
    shots?: ShotInput[] | undefined;
}

interface CreateCheckoutBody {
    plan: "pilot" | "pro" | "enterprise" | NewerValue;
    return_url?: string | undefined;
}

interface CreateCredentialBody {
    name: string;
    scopes: (ScopeName | NewerValue)[] | MemberRole | NewerValue;
    operator_email?: string | undefined;
    member?: string | undefined;
    rate_limit?: number | undefined;
    expires_at?: string | null | undefined;
    allowed_networks?: string[] | undefined;
}

interface CreateDirectoryTokenBody {
    name: string;
    expires_at?: string | null | undefined;
    allowed_networks?: string[] | undefined;
}

interface CreateInspectionBody extends CreateSessionBody {
    participant?: InspectionParticipant | undefined;
    callbacks?: Partial<Record<CallbackEventType, string>> | undefined;
}

interface CreateInspectionsBody {
    sessions: CreateInspectionBody[];
}

interface CreateOrgDomainBody {
    name: string;
}

interface CreateParticipantBody {
    recipient_first_name?: string | undefined;
    recipient_last_name?: string | undefined;
    recipient_email?: string | undefined;
    recipient_phone?: string | undefined;
    send_email?: boolean | undefined;
    send_sms?: boolean | undefined;
    send_code?: boolean | undefined;
    ttl_minutes?: number | undefined;
}

interface CreatePasskeyBody {
    name?: string | undefined;
    client_data_json: string;
    attestation_object: string;
    transports?: string[] | undefined;
}

interface CreatePhotoFieldEvidenceQuery {
    captured_at?: string | undefined;
    slot?: string | undefined;
    lat?: number | undefined;
    lon?: number | undefined;
    accuracy?: number | undefined;
}

interface CreatePortalBody {
    return_url?: string | undefined;
}

interface CreateRecipientBody extends ReportRecipientInput {
    locale?: LocaleInput | undefined;
}

interface CreateReportBody {
    locale?: LocaleInput | undefined;
    audit_trail?: boolean | undefined;
    photos?: ReportPhotos | NewerValue | undefined;
}

interface CreateSessionBody {
    notes?: string | undefined;
    type?: string | undefined;
    reference?: string | undefined;
    site_address?: string | undefined;
    metadata?: Metadata | undefined;
    shots?: ShotInput[] | undefined;
    contact?: ContactInput | null | undefined;
    report_recipients?: ReportRecipientInput[] | undefined;
    scheduled_for?: string | null | undefined;
    locale?: LocaleInput | undefined;
    campaign?: string | null | undefined;
    template?: string | null | undefined;
}

interface CreateSignatureBody {
    name: string;
    statement: string;
    locale: LocaleInput;
    drawing: Drawing;
    captured_at?: string | undefined;
}

interface CreateTemplateBody {
    name: string;
    type?: string | undefined;
    shots?: ShotInput[] | undefined;
}

type CreateWebhookEndpointBody = CreateWebhookEndpointBodyFields & ({
    kind?: "push" | undefined;
    url: string;
} | {
    kind: "pull";
    url?: undefined;
});

interface CreateWebhookEndpointBodyFields {
    kind?: EndpointKind | NewerValue | undefined;
    url?: string | undefined;
    description?: string | undefined;
    event_types?: (SubscribableEventType | NewerValue)[] | undefined;
}

interface CreateWhiteboardBody {
    title?: string | undefined;
    drawing: Drawing;
}

interface CreatedInspection {
    id: string;
    status: InspectionStatus | NewerValue;
    join_url: string;
    expires_at: string;
}

interface CreatedInspections {
    data: InspectionRow[];
}

interface Credential {
    id: string;
    name: string;
    status: CredentialStatus | NewerValue;
    scopes: (ScopeName | NewerValue)[];
    operator_email: string;
    member: string | null;
    rate_limit: number;
    allowed_networks: string[];
    keys: CredentialKey[];
    created_at: string;
    last_used_at: string | null;
    last_refused_at: string | null;
    last_refused_address: string | null;
    expires_at: string | null;
    revoked_at: string | null;
}

interface CredentialKey {
    hint: string | null;
    created_at: string;
    valid_until: string | null;
    last_used_at: string | null;
}

type CredentialStatus = "active" | "revoked" | "expired";

interface CredentialWithKey extends Credential {
    api_key: string;
}

declare class Credentials {
    #private;
    list(query?: ListCredentialsQuery, options?: ListOptions): PagePromise<Credential>;
    create(body: CreateCredentialBody, options?: WriteOptions): ApiPromise<CredentialWithKey>;
    get(credentialId: string, options?: RequestOptions): ApiPromise<Credential>;
    update(credentialId: string, body: UpdateCredentialBody, options?: WriteOptions): ApiPromise<Credential>;
    rotate(credentialId: string, body?: RotateCredentialBody, options?: WriteOptions): ApiPromise<CredentialWithKey>;
    revoke(credentialId: string, options?: WriteOptions): ApiPromise<void>;
}

declare class DeadlineExceededError extends RequestError {
}

type DefaultRole = "inspector" | "observer" | "auditor";

interface DeliveryDroppedEvent {
    id: string;
    type: "delivery.dropped";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: WebhookDelivery;
}

type DeliveryStatus = "pending" | "delivered" | "failed" | "dropped";

interface Deprecation {
    readonly since: Date;
    readonly sunset: Date | null;
    readonly link: string | null;
}

interface DeprecationNotice extends Deprecation {
    readonly method: string;
    readonly path: string;
}

interface Directory {
    scim_url: string;
    default_role: DefaultRole | NewerValue;
    roles: DirectoryRole[];
    version: number;
    updated_at: string | null;
}

interface DirectoryGroup {
    id: string;
    name: string;
    external_id: string | null;
    member_count: number;
    role: MemberRole | NewerValue | null;
    created_at: string;
}

declare class DirectoryResource {
    #private;
    get(options?: RequestOptions): ApiPromise<Directory>;
    update(body: UpdateDirectoryBody, options?: WriteOptions): ApiPromise<Directory>;
    listTokens(query?: ListTokensDirectoryQuery, options?: ListOptions): PagePromise<Credential>;
    createToken(body: CreateDirectoryTokenBody, options?: WriteOptions): ApiPromise<CredentialWithKey>;
    rotateToken(credentialId: string, body?: RotateCredentialBody, options?: WriteOptions): ApiPromise<CredentialWithKey>;
    revokeToken(credentialId: string, options?: WriteOptions): ApiPromise<void>;
    listGroups(query?: ListGroupsDirectoryQuery, options?: ListOptions): PagePromise<DirectoryGroup>;
    listLog(query?: ListLogDirectoryQuery, options?: ListOptions): PagePromise<ProvisioningEntry>;
}

interface DirectoryRole {
    group: string;
    role: MemberRole | NewerValue;
}

interface DirectoryRoleInput {
    group: string;
    role: MemberRole | NewerValue;
}

type Disclosure = {
    readonly salt: string;
    readonly value: CanonicalValue;
};

declare class Domains {
    #private;
    list(query?: ListDomainsQuery, options?: ListOptions): PagePromise<OrgDomain>;
    create(body: CreateOrgDomainBody, options?: WriteOptions): ApiPromise<OrgDomain>;
    verify(domainId: string, options?: WriteOptions): ApiPromise<OrgDomain>;
    delete(domainId: string, options?: WriteOptions): ApiPromise<void>;
}

interface DownloadCsvCampaignsQuery {
    delimiter?: "," | ";" | "\t" | NewerValue | undefined;
}

interface DownloadEvidenceQuery {
    variant?: "original" | "display" | "thumbnail" | "svg" | NewerValue | undefined;
    redirect?: boolean | undefined;
}

interface DownloadExportsQuery {
    after?: string | undefined;
}

interface DownloadPdfCampaignsQuery {
    created_after?: string | undefined;
    created_before?: string | undefined;
    references?: boolean | undefined;
    persons?: boolean | undefined;
}

interface DownloadWhiteboardsQuery {
    version?: number | undefined;
}

interface Drawing {
    width: number;
    height: number;
    strokes: DrawingStroke[];
}

type DrawingStroke = PenStroke | HighlighterStroke | LineStroke | ArrowStroke | RectangleStroke | EllipseStroke | TextStroke;

interface EllipseStroke {
    tool: "ellipse";
    color: string;
    size: number;
    points: [
        [
            number,
            number
        ],
        [
            number,
            number
        ]
    ];
}

interface EmailPreview {
    subject: string;
    text: string;
    html: string;
}

type EndpointKind = "push" | "pull";

interface EndpointPausedEvent {
    id: string;
    type: "endpoint.paused";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: WebhookEndpoint;
}

interface EnforceSsoBody {
    enforced: boolean;
}

type ErrorCode = KnownErrorCode | (string & {});

type EventOverrides<Event extends {
    data: unknown;
}> = Partial<Omit<Event, "type" | "data">> & {
    data?: Partial<Event["data"]>;
};

type EventType = "session.created" | "session.joined" | "session.updated" | "session.ended" | "session.outcome" | "session.evidence.captured" | "session.signed" | "session.anchored" | "session.completed" | "evidence.created" | "evidence.finding" | "session.expired" | "session.redacted" | "participant.left" | "participant.done" | "recording.ready" | "endpoint.paused" | "delivery.dropped" | "message.failed" | "ping";

interface Evidence {
    id: string;
    session: string;
    kind: EvidenceKind | NewerValue;
    status: "pending" | "uploading" | "ready" | "failed" | NewerValue;
    mime: string;
    byte_size: number | null;
    sha256: string | null;
    received_sha256: string | null;
    captured_at: string | null;
    received_at: string | null;
    gps: Gps | null;
    slot: string;
    annotates: string | null;
    whiteboard: string | null;
    version: number | null;
    width: number | null;
    height: number | null;
    finding: EvidenceFinding | null;
    failure: EvidenceFailure | null;
    created_at: string;
}

interface EvidenceCreatedEvent {
    id: string;
    type: "evidence.created";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: Evidence;
}

declare class EvidenceError extends Error {
    readonly name = "EvidenceError";
    readonly code: EvidenceErrorCode;
    constructor(code: EvidenceErrorCode, message: string, options?: {
        cause: unknown;
    });
}

type EvidenceErrorCode = "not_canonical" | "invalid_draft" | "invalid_head" | "invalid_salt" | "digest_unavailable" | "invalid_digest" | "invalid_nonce" | "invalid_policy" | "invalid_root" | "invalid_time" | "invalid_serial" | "invalid_signer" | "invalid_bundle" | "invalid_report" | "invalid_signature" | "malformed_reply" | "timestamp_refused";

type EvidenceExpectation = {
    readonly roots?: readonly (string | Uint8Array)[];
    readonly expectedHead?: string;
    readonly now: Date;
    readonly maxSteps?: number;
};

interface EvidenceFailure {
    code: string;
    message: string;
}

type EvidenceFault = {
    readonly place: string;
    readonly code: EvidenceFaultCode;
    readonly message: string;
};

type EvidenceFaultCode = BundleFailureCode | ChainFailureCode | TimestampFailureCode;

interface EvidenceFinding {
    text: string;
    author: string;
    set_at: string;
}

interface EvidenceFindingEvent {
    id: string;
    type: "evidence.finding";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: Evidence;
}

type EvidenceKind = "photo" | "annotation" | "whiteboard" | "clip" | "recording" | "document" | "signature";

declare class EvidenceResource {
    #private;
    list(query?: ListEvidenceQuery, options?: ListOptions): PagePromise<Evidence>;
    get(sessionId: string, options?: RequestOptions): ApiPromise<EvidenceSummary>;
    listChain(sessionId: string, query?: ListChainEvidenceQuery, options?: ListOptions): PagePromise<AuditEntry$1>;
    listAddenda(sessionId: string, query?: ListAddendaEvidenceQuery, options?: ListOptions): PagePromise<AuditEntry$1>;
    download(sessionId: string, evidenceId: string, query?: DownloadEvidenceQuery, options?: RequestOptions): Promise<WebResponse>;
    setFinding(sessionId: string, evidenceId: string, body: SetFindingBody, options?: WriteOptions): ApiPromise<Evidence>;
    downloadBundle(sessionId: string, options?: RequestOptions): Promise<WebResponse>;
}

interface EvidenceSummary {
    session: string;
    pdf_url: string | null;
    audit_chain_hash: string | null;
    frozen_at: string | null;
    anchors: Anchor[];
    addenda: Addenda;
    missing_shots: string[];
}

type EvidenceVerdict = {
    readonly verdict: "verified" | "intact" | "broken";
    readonly message: string;
    readonly head: string | null;
    readonly length: number | null;
    readonly fault: EvidenceFault | null;
    readonly chain: ChainVerdict | null;
    readonly files: readonly FileVerdict[];
    readonly anchors: readonly AnchorVerdict[];
    readonly addenda: AddendaVerdict | null;
    readonly redacted: number;
    readonly withheld: number;
    readonly unproven: number;
};

declare class Exports {
    #private;
    download(query?: DownloadExportsQuery, options?: RequestOptions): Promise<WebResponse>;
    downloadFile(ownerId: string, hash: string, options?: RequestOptions): Promise<WebResponse>;
}

declare const FAKE_SCOPES: readonly [
    "sessions:read",
    "sessions:write",
    "participants:read",
    "participants:write",
    "evidence:read",
    "recordings:read",
    "whiteboards:read",
    "audit:read",
    "webhooks:read",
    "webhooks:write",
    "branding:read",
    "branding:write",
    "org:read",
    "org:write",
    "org:export",
    "members:write",
    "credentials:read",
    "credentials:write",
    "directory:read",
    "directory:write",
    "billing:write",
    "campaigns:read",
    "campaigns:write",
    "templates:read",
    "templates:write",
    "reports:write",
    "signatures:write",
    "retention:write"
];

interface FailedMessage {
    id: string;
    session: string;
    invite: string | null;
    signature: string | null;
    kind: SessionMessageKind | NewerValue;
    channel: CodeChannel | NewerValue;
    recipient_hint: string;
    status: "failed" | "bounced" | NewerValue;
    reason: MessageFailure | NewerValue;
    created_at: string;
    failed_at: string;
}

interface FakeCapture {
    kind?: EvidenceKind;
    status?: "pending" | "ready" | "failed";
    mime?: string;
    slot?: string;
    bytes?: Uint8Array<ArrayBuffer>;
}

interface FakeDelivery extends FakeWebhook {
    readonly url: string;
    readonly type: string;
}

interface FakeEvents {
    "session.created": SessionCreatedEvent;
    "session.joined": SessionJoinedEvent;
    "session.updated": SessionUpdatedEvent;
    "session.ended": SessionEndedEvent;
    "session.outcome": SessionOutcomeEvent;
    "session.evidence.captured": SessionEvidenceCapturedEvent;
    "session.signed": SessionSignedEvent;
    "session.anchored": SessionAnchoredEvent;
    "session.completed": SessionCompletedEvent;
    "session.expired": SessionExpiredEvent;
    "session.redacted": SessionRedactedEvent;
    "evidence.created": EvidenceCreatedEvent;
    "evidence.finding": EvidenceFindingEvent;
    "participant.left": ParticipantLeftEvent;
    "participant.done": ParticipantDoneEvent;
    "recording.ready": RecordingReadyEvent;
    "endpoint.paused": EndpointPausedEvent;
    "delivery.dropped": DeliveryDroppedEvent;
    "message.failed": MessageFailedEvent;
    ping: PingEvent;
}

type FakeFate = Pick<MessageFailedEvent["data"], "status" | "reason">;

type FakeFault = {
    readonly kind: "rate_limited";
    readonly retryAfterSeconds: number;
} | {
    readonly kind: "server_error" | "network_error" | "lost_reply" | "cut_body";
} | {
    readonly kind: "slow";
    readonly delayMs: number;
};

interface FakeInspectionService {
    readonly fetch: FetchFunction;
    readonly clientOptions: ClientOptions;
    readonly requests: readonly FakeSentRequest[];
    readonly sessions: () => Session[];
    readonly invites: () => Invite[];
    readonly failNext: (...faults: readonly FakeFault[]) => void;
    readonly createApiKey: (options: {
        scopes: readonly FakeScope[];
    }) => string;
    readonly setPlan: (plan: FakePlan) => void;
    readonly setSubscription: (subscription: FakeSubscription) => void;
    readonly signIn: (memberId: string) => MemberSession;
    readonly addPasskey: (memberId: string) => Passkey;
    readonly linkMember: (memberId: string) => MemberIdentity;
    readonly testSso: () => SsoConnection;
    readonly join: (inviteId: string) => Session;
    readonly answer: (inviteId: string, answers: Partial<ParticipantConsents$1>) => ParticipantConsents$1;
    readonly capture: (sessionId: string, capture?: FakeCapture) => Evidence;
    readonly drawWhiteboard: (sessionId: string, whiteboard?: {
        id?: string;
        title?: string;
    }) => Whiteboard;
    readonly anchor: (sessionId: string) => void;
    readonly makeReports: (sessionId: string) => Report[];
    readonly sign: (signatureId: string) => Signature;
    readonly failMessage: (messageId: string, fate?: Partial<FakeFate>) => InviteMessage;
    readonly expire: (sessionId: string) => Session;
    readonly takeDeliveries: () => FakeDelivery[];
    readonly deliver: (receive: FakeReceiver) => Promise<FakeDelivery[]>;
    readonly now: () => Date;
    readonly advance: (ms: number) => void;
}

type FakePlan = "free" | "pilot" | "pro" | "enterprise";

type FakeReceiver = (delivery: FakeDelivery) => {
    readonly status: number;
} | Promise<{
    readonly status: number;
}>;

type FakeScope = (typeof FAKE_SCOPES)[number];

interface FakeSentRequest {
    readonly method: string;
    readonly path: string;
    readonly idempotencyKey: string | null;
}

interface FakeServiceOptions {
    apiKey?: string | undefined;
    baseUrl?: string | undefined;
    now?: Date | undefined;
    requestsPerMinute?: number | undefined;
}

type FakeSubscription = "trialing" | "active" | "past_due" | "canceled";

interface FakeWebhook {
    readonly body: string;
    readonly headers: Record<string, string>;
}

interface FeedOptions {
    bufferBytes?: number | undefined;
    partBytes?: number | undefined;
    everyMs?: number | undefined;
}

type FetchFunction = (url: string, init: FetchInit) => Promise<WebResponse>;

interface FetchInit {
    method: string;
    headers: WebHeaders;
    body?: string | ArrayBuffer;
    redirect: "manual";
    credentials?: "same-origin";
    signal: WebSignal;
    retries?: number;
}

interface FetchRequest {
    readonly method: string;
    readonly headers: {
        get(name: string): string | null;
    };
    readonly bodyUsed: boolean;
    readonly body: {
        getReader(): BodyReader;
    } | null;
}

declare class Field {
    #private;
    get(options?: RequestOptions): ApiPromise<FieldState>;
    update(body: UpdateFieldSessionBody, options?: WriteOptions): ApiPromise<UnsentItems>;
    updateConsent(body: UpdateConsentBody, options?: WriteOptions): ApiPromise<ParticipantConsents>;
    done(options?: WriteOptions): ApiPromise<FieldDone>;
    leave(options?: WriteOptions): ApiPromise<void>;
}

interface FieldBranding {
    organisation_name: string;
    colours: FieldColours;
    logo_url: string | null;
    footer: string;
    imprint_url: string | null;
    privacy_url: string | null;
}

declare class FieldClient extends Field {
    #private;
    readonly evidence: FieldEvidence;
    readonly whiteboards: FieldWhiteboards;
    readonly uploads: FieldUploads;
    get token(): string;
}

interface FieldColours {
    primary: string | null;
    primary_dark: string | null;
    background: string | null;
}

interface FieldDone {
    done_at: string;
}

interface FieldError {
    readonly path: string;
    readonly code: IssueCode;
    readonly message: string;
}

declare class FieldEvidence {
    #private;
    list(query?: ListFieldEvidenceQuery, options?: ListOptions): PagePromise<Evidence>;
    createPhoto(content: Content, query?: CreatePhotoFieldEvidenceQuery, options?: WriteOptions): ApiPromise<Evidence>;
    createAnnotation(body: CreateAnnotationBody, options?: WriteOptions): ApiPromise<Evidence>;
    createSignature(body: CreateSignatureBody, options?: WriteOptions): ApiPromise<Evidence>;
}

declare class FieldInspection extends Resources {
    #private;
    constructor(options?: ClientOptions);
    get rateLimit(): RateLimit | null;
    withOptions(options: ClientOptions): FieldInspection;
}

declare class FieldInspectionError extends Error {
    toJSON(): Record<string, unknown>;
}

type FieldOptions = Omit<ClientOptions, "apiKey">;

interface FieldParticipant {
    id: string;
    role: "field";
    first_name: string;
    last_name: string;
    done_at: string | null;
}

interface FieldSession {
    id: string;
    status: SessionStatus | NewerValue;
    locale: Locale | NewerValue;
    scheduled_for: string | null;
    notes: string;
    reference: string;
    site_address: string;
    contact: Contact | null;
    shots: FieldShot[];
}

interface FieldShot {
    slot: string;
    label: string;
    required: boolean;
    hint: string;
}

interface FieldState {
    session: FieldSession;
    missing_shots: string[];
    participant: FieldParticipant;
    consent_state: ParticipantConsents;
    branding: FieldBranding;
    media_connection: MediaConnection;
    uploads: Uploads;
}

declare class FieldUpload {
    #private;
    readonly id: string;
    readonly url: string;
    finish(options?: FinishOptions): Promise<Evidence>;
}

declare class FieldUploads {
    #private;
    start(content: Content, details?: UploadDetails, options?: WriteOptions): Promise<FieldUpload>;
    resume(url: string, content: Content): FieldUpload;
}

declare class FieldWhiteboards {
    #private;
    create(body: CreateWhiteboardBody, options?: WriteOptions): ApiPromise<Whiteboard>;
    update(whiteboardId: string, body: UpdateWhiteboardBody, options?: WriteOptions): ApiPromise<Whiteboard>;
}

type FileVerdict = {
    readonly path: string;
    readonly evidence_id: string | null;
    readonly ok: boolean;
    readonly withheld?: number;
    readonly unproven?: true;
    readonly code?: EvidenceFaultCode;
};

interface FinishOptions extends Omit<RequestOptions, "maxRetries" | "headers"> {
    onProgress?: ((progress: UploadProgress) => void) | undefined;
    maxRetries?: number | undefined;
    partBytes?: number | undefined;
}

interface FinishSigningBody {
    state: string;
    code?: string | undefined;
    error?: string | undefined;
}

interface GetMessagesQuery {
    locale?: LocaleInput | undefined;
}

interface GetTemplatesQuery {
    version?: number | undefined;
}

interface GetTimestampsWhiteboardsQuery {
    version?: number | undefined;
}

type GivenHint = Partial<Record<Locale, string>>;

type GivenLabel = Partial<Record<Locale, string>>;

declare class GoneError extends ApiError {
    readonly status: 410;
}

interface Gps {
    lat: number;
    lon: number;
    accuracy: number | null;
}

type HandledWebhookEvent = Exclude<WebhookEvent, PingEvent | UnknownWebhookEvent>;

interface HeadersShape {
    get(name: string): string | null;
    has(name: string): boolean;
    forEach(visit: (value: string, name: string) => void): void;
}

interface HighlighterStroke {
    tool: "highlighter";
    color: string;
    size: number;
    points: [
        number,
        number
    ][];
}

interface HoldSessionBody {
    reason: string;
}

interface IceServer {
    urls: string[];
    username: string;
    credential: string;
}

interface Inspection {
    id: string;
    status: InspectionStatus | NewerValue;
    type: string;
    reference: string;
    site_address: string;
    metadata: Metadata;
    shots: Shot[];
    contact: Contact | null;
    report_recipients: ReportRecipient[];
    template: string | null;
    template_version: number | null;
    expires_at: string | null;
    created_at: string;
    completed_at: string | null;
    report: SessionReport | null;
}

type InspectionParticipant = InspectionParticipantFields & ({
    channel: "sms";
    phone: string;
    email?: undefined;
} | {
    channel: "email";
    email: string;
    phone?: undefined;
});

interface InspectionParticipantFields {
    name?: string | undefined;
    channel: "sms" | "email" | NewerValue;
    phone?: string | undefined;
    email?: string | undefined;
    send_code?: boolean | undefined;
}

interface InspectionRow {
    index: number;
    inspection: CreatedInspection | null;
    problem: RowProblem | null;
}

type InspectionStatus = "pending" | "completed" | "expired";

declare class Inspections {
    #private;
    create(body?: CreateInspectionBody, options?: WriteOptions): ApiPromise<CreatedInspection>;
    createMany(body: CreateInspectionsBody, options?: WriteOptions): ApiPromise<CreatedInspections>;
    list(query?: ListInspectionsQuery, options?: ListOptions): PagePromise<Inspection>;
    get(sessionId: string, options?: RequestOptions): ApiPromise<Inspection>;
    end(sessionId: string, options?: WriteOptions): ApiPromise<Inspection>;
    requestMore(sessionId: string, body?: RequestMoreBody, options?: WriteOptions): ApiPromise<RequestedMore>;
}

declare class Invitations {
    #private;
    accept(body: AcceptInvitationBody, options?: WriteOptions): ApiPromise<AcceptedInvitation>;
}

interface Invite extends InviteNotice {
    consent_state: ParticipantConsents$1;
    messages: InviteMessage[];
}

interface InviteMemberBody {
    email: string;
    name: string;
    role: MemberRole | NewerValue;
    locale?: LocaleInput | undefined;
}

interface InviteMessage {
    id: string;
    kind: SessionMessageKind | NewerValue;
    channel: CodeChannel | NewerValue;
    status: MessageStatus | NewerValue;
    reason: MessageFailure | NewerValue | null;
    updated_at: string;
}

interface InviteNotice {
    id: string;
    session: string;
    role: "field";
    status: InviteStatus | NewerValue;
    expires_at: string;
    recipient_first_name: string;
    recipient_last_name: string;
    recipient_email: string;
    recipient_phone: string;
    otp_required: boolean;
    otp_expires_at: string | null;
    joined_at: string | null;
    done_at: string | null;
    created_at: string;
}

type InviteStatus = "pending" | "joined" | "locked" | "expired" | "revoked";

type IssueCode = KnownIssueCode | (string & {});

interface ItemIterator<T> extends AsyncIterableIterator<T> {
    checkpoint(): string;
}

declare class Join {
    #private;
    redeem(sessionId: string, token: string, options?: RequestOptions): ApiPromise<JoinedSession>;
    requestCode(sessionId: string, token: string, options?: WriteOptions): ApiPromise<RequestedCode>;
}

type JoinCodeResult = {
    readonly status: "sent";
    readonly channels: readonly string[];
    readonly emailHint: string | null;
    readonly phoneHint: string | null;
    readonly expiresAt: string;
} | {
    readonly status: (typeof STATES)[number];
};

interface JoinOptions extends FieldOptions {
    otpCode?: string | null | undefined;
    signal?: RequestOptions["signal"];
}

type JoinResult = {
    readonly status: "joined";
    readonly field: FieldClient;
    readonly joined: JoinedSession;
} | {
    readonly status: "otp_required";
    readonly channels: readonly string[];
    readonly emailHint: string | null;
    readonly phoneHint: string | null;
} | {
    readonly status: "otp_invalid";
    readonly attemptsLeft: number | null;
} | {
    readonly status: "otp_expired" | "otp_locked" | "invite_expired" | "invite_redeemed" | "not_found";
};

interface JoinedSession {
    field_session_token: string;
    field_session_expires_at: string | null;
    session: FieldSession;
    participant: FieldParticipant;
    consent_state: ParticipantConsents;
    branding: FieldBranding;
    media_connection: MediaConnection;
    uploads: Uploads;
}

declare class Keys {
    #private;
    revoke(body: RevokeKeyBody, options?: WriteOptions): ApiPromise<void>;
}

type KnownErrorCode = "malformed_request" | "validation_error" | "invalid_cursor" | "unauthenticated" | "otp_required" | "otp_invalid" | "otp_expired" | "passkey_refused" | "billing.subscription_past_due" | "billing.free_plan_minutes_exhausted" | "sso.not_in_plan" | "permission_denied" | "step_up_required" | "sso_required" | "foreign_origin" | "not_found" | "method_not_allowed" | "request_timeout" | "session.already_ended" | "session.invalid_state" | "campaign.in_use" | "session.on_hold" | "consent_required" | "evidence_not_ready" | "version_conflict" | "signature_in_progress" | "org.last_admin" | "invitation.wrong_address" | "member.invalid_state" | "member.limit" | "member.exists" | "passkey_limit" | "domain.not_in_plan" | "domain.not_verified" | "domain.taken" | "sso.invalid_state" | "endpoint_paused" | "endpoint_limit" | "retention.limit" | "credential_ended" | "endpoint_kind" | "billing.not_available" | "billing.already_subscribed" | "idempotency_in_flight" | "upload_offset_conflict" | "otp_not_required" | "invite_redeemed" | "invite_expired" | "link_expired" | "session.redacted" | "precondition_failed" | "tus_version_unsupported" | "payload_too_large" | "quota_reached" | "unsupported_media_type" | "range_not_satisfiable" | "misdirected_request" | "idempotency_key_reused" | "evidence_invalid" | "checksum_mismatch" | "signature_refused" | "otp_locked" | "rate_limited" | "headers_too_large" | "internal_error" | "unavailable";

type KnownIssueCode = "invalid_type" | "invalid_value" | "invalid_format" | "invalid_union" | "invalid_key" | "unrecognized_keys" | "too_small" | "too_big" | "too_early" | "too_late" | "not_found" | "invalid_json" | "duplicate_key" | "too_deep" | "too_many_keys" | "too_many_values" | "invalid_encoding" | "invalid_domain" | "invalid_logo" | "invalid_text" | "low_contrast" | "blocked_url" | "blocked_address" | "bad_status" | "dns" | "unreachable" | "refused" | "reset" | "tls" | "timeout" | "protocol" | "aborted";

type Leave = (headers: Pick<WebHeaders, "get"> | null) => void;

interface Limiter {
    enter(turn: Turn): Promise<Leave | null>;
}

interface LimiterOptions {
    readonly concurrency?: number | undefined;
}

interface LineStroke {
    tool: "line";
    color: string;
    size: number;
    points: [
        [
            number,
            number
        ],
        [
            number,
            number
        ]
    ];
}

interface LinkedReport {
    id: string;
    locale: Locale | NewerValue;
    ready_at: string;
    sha256: string;
    byte_size: number;
    pdf_url: string | null;
}

interface ListAddendaEvidenceQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListAuditOrgQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListCampaignsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListChainEvidenceQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListCredentialsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListDomainsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListEvidenceQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
    session_id?: string | undefined;
    kind?: EvidenceKind | NewerValue | undefined;
}

interface ListFieldEvidenceQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListGroupsDirectoryQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListInspectionsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
    status?: InspectionStatus | NewerValue | undefined;
    type?: string | undefined;
    reference?: string | undefined;
    metadata?: Record<string, string> | undefined;
    outcome?: OutcomeFilter | NewerValue | undefined;
    ended_after?: string | undefined;
    ended_before?: string | undefined;
}

interface ListLogDirectoryQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
    outcome?: ProvisioningOutcome | NewerValue | undefined;
}

interface ListMemberSessionsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListMembersQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
    status?: MemberStatus | NewerValue | undefined;
    role?: MemberRole | NewerValue | undefined;
}

interface ListOptions extends RequestOptions {
    resume?: string | undefined;
}

interface ListOwnPasskeysMeQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListOwnSessionsMeQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListParticipantsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListPasskeysMembersQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListRecipientsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListReportedSessionsCampaignsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListReportsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListSessionsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
    status?: SessionStatus | NewerValue | undefined;
    campaign?: string | undefined;
    type?: string | undefined;
    reference?: string | undefined;
    metadata?: Record<string, string> | undefined;
    created_after?: string | undefined;
    created_before?: string | undefined;
    scheduled_after?: string | undefined;
    scheduled_before?: string | undefined;
    live?: boolean | undefined;
    outcome?: OutcomeFilter | NewerValue | undefined;
    ended_after?: string | undefined;
    ended_before?: string | undefined;
}

interface ListSignaturesQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListTemplatesQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
    archived?: boolean | undefined;
}

interface ListTokensDirectoryQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListWebhookEndpointsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListWebhookEventsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
    endpoint?: string | undefined;
    status?: DeliveryStatus | NewerValue | undefined;
    event_type?: EventType | NewerValue | undefined;
    session?: string | undefined;
    after_sequence?: number | undefined;
}

interface ListWebhooksQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
}

interface ListWhiteboardsQuery {
    limit?: number | undefined;
    cursor?: string | undefined;
    session_id?: string | undefined;
}

type Locale = "en" | "de" | "fr" | "it" | "es" | "pl" | "ro" | "nl" | "el" | "hu" | "pt" | "cs" | "sv" | "bg";

type LocaleInput = Locale | `${Locale}-${string}` | NewerValue;

type LocalizedText = Record<string, string>;

declare class LockedError extends ApiError {
    readonly status: 423;
}

interface LogAttemptsOptions {
    readonly logger: Logger;
    readonly level?: LogLevel | undefined;
    readonly now?: (() => number) | undefined;
}

interface LogFields {
    readonly method: string;
    readonly path: string;
    readonly attempt: number;
    readonly status: number | null;
    readonly requestId: string | null;
    readonly durationMs: number;
    readonly headers?: Readonly<Record<string, string>>;
}

type LogLevel = "debug" | "info" | "warn" | "error";

type Logger = Readonly<Record<LogLevel, (message: string, fields: LogFields) => void>>;

interface Me {
    organisation: string;
    organisation_name: string;
    credential: string;
    member: string | null;
    email: string | null;
    name: string | null;
    role: MemberRole | NewerValue | null;
    locale: Locale | NewerValue | null;
    scopes: (ScopeName | NewerValue)[];
    session: MemberSession | null;
}

declare class MeResource {
    #private;
    get(options?: RequestOptions): ApiPromise<Me>;
    listOwnSessions(query?: ListOwnSessionsMeQuery, options?: ListOptions): PagePromise<MemberSession>;
    endOwnSession(memberSessionId: string, options?: WriteOptions): ApiPromise<void>;
    signOut(options?: WriteOptions): ApiPromise<SignedOut>;
    requestStepUp(options?: WriteOptions): ApiPromise<void>;
    stepUpAtProvider(body?: StepUpAtProviderBody, options?: WriteOptions): ApiPromise<ProviderVisit>;
    stepUp(body: StepUpBody, options?: WriteOptions): ApiPromise<void>;
    beginPasskeyStepUp(options?: WriteOptions): ApiPromise<PasskeyRequest>;
    stepUpByPasskey(body: UsePasskeyBody, options?: WriteOptions): ApiPromise<void>;
    listOwnPasskeys(query?: ListOwnPasskeysMeQuery, options?: ListOptions): PagePromise<Passkey>;
    beginPasskey(options?: WriteOptions): ApiPromise<PasskeyCreation>;
    createPasskey(body: CreatePasskeyBody, options?: WriteOptions): ApiPromise<Passkey>;
    updatePasskey(passkeyId: string, body: UpdatePasskeyBody, options?: WriteOptions): ApiPromise<Passkey>;
    deleteOwnPasskey(passkeyId: string, options?: WriteOptions): ApiPromise<void>;
}

interface MediaConnection {
    provider: "p2p";
    url: string;
    token: string;
    room: string;
    identity: string;
    expires_at: string;
    ice_servers: IceServer[];
    ice_transport_policy: "all" | "relay" | NewerValue;
    permissions: MediaPermissions;
}

interface MediaPermissions {
    publish: ("camera" | "microphone" | NewerValue)[];
    subscribe: boolean;
    data: boolean;
}

interface Member {
    id: string;
    email: string;
    name: string;
    role: MemberRole | NewerValue;
    status: MemberStatus | NewerValue;
    locale: Locale | NewerValue;
    created_at: string;
    joined_at: string | null;
    break_glass: boolean;
    invitation: MemberInvitation | null;
}

interface MemberIdentity {
    connection: string;
    subject: string;
    linked_at: string;
}

interface MemberInvitation {
    status: MessageStatus | NewerValue;
    reason: MessageFailure | NewerValue | null;
    updated_at: string;
    expires_at: string;
}

type MemberRole = "org_admin" | "inspector" | "observer" | "auditor";

interface MemberSession {
    id: string;
    way: SignInWay | NewerValue;
    user_agent: string;
    device: string;
    is_current: boolean;
    created_at: string;
    last_used_at: string | null;
    stepped_up_at: string;
    expires_at: string;
}

declare class MemberSessions {
    #private;
    list(memberId: string, query?: ListMemberSessionsQuery, options?: ListOptions): PagePromise<MemberSession>;
    end(memberId: string, memberSessionId: string, options?: WriteOptions): ApiPromise<void>;
}

type MemberStatus = "invited" | "active" | "disabled";

declare class Members {
    #private;
    list(query?: ListMembersQuery, options?: ListOptions): PagePromise<Member>;
    create(body: InviteMemberBody, options?: WriteOptions): ApiPromise<Member>;
    get(memberId: string, options?: RequestOptions): ApiPromise<Member>;
    update(memberId: string, body: UpdateMemberBody, options?: WriteOptions): ApiPromise<Member>;
    delete(memberId: string, options?: WriteOptions): ApiPromise<void>;
    resendInvitation(memberId: string, options?: WriteOptions): ApiPromise<Member>;
    listPasskeys(memberId: string, query?: ListPasskeysMembersQuery, options?: ListOptions): PagePromise<Passkey>;
    deletePasskey(memberId: string, passkeyId: string, options?: WriteOptions): ApiPromise<void>;
    getIdentity(memberId: string, options?: RequestOptions): ApiPromise<MemberIdentity>;
    unlink(memberId: string, options?: WriteOptions): ApiPromise<void>;
}

interface MemoryDedupeOptions {
    maxEntries?: number | undefined;
    ttlSeconds?: number | undefined;
    now?: (() => number) | undefined;
}

interface MessageFailedEvent {
    id: string;
    type: "message.failed";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: FailedMessage;
}

type MessageFailure = "limit" | "expired" | "unreachable" | "unknown_recipient" | "mailbox_full" | "blocked" | "refused";

interface MessagePreview {
    email: EmailPreview;
    sms: SmsPreview | null;
}

type MessageStatus = "queued" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";

interface MessageText {
    kind: MessageTextKind | NewerValue;
    locale: Locale | NewerValue;
    subject: string | null;
    body: string | null;
    sms: string | null;
    updated_at: string;
}

interface MessageTextBody {
    kind: MessageTextKind | NewerValue;
    locale: LocaleInput;
    subject?: string | null | undefined;
    body?: string | null | undefined;
    sms?: string | null | undefined;
}

type MessageTextKind = "invite" | "otp" | "reminder_invitee_24h" | "reminder_invitee_1h" | "reminder_operator_24h" | "reminder_operator_1h" | "invite_cancelled" | "signature_request" | "signature_otp" | "member_invitation";

interface MessageTexts {
    data: MessageText[];
    has_more: boolean;
    next_cursor: string | null;
}

declare class Messages {
    #private;
    get(query?: GetMessagesQuery, options?: RequestOptions): ApiPromise<MessageTexts>;
    update(body: MessageTextBody, options?: WriteOptions): ApiPromise<MessageText>;
    preview(body: MessageTextBody, options?: WriteOptions): ApiPromise<MessagePreview>;
}

type Metadata = Record<string, string>;

type MetadataChanges = Record<string, string | null>;

type Middleware = (url: string, init: FetchInit, next: FetchFunction) => Promise<WebResponse>;

interface MintedInvite extends Invite {
    join_url: string;
    otp_code: string | null;
}

interface MswRequest {
    readonly method: string;
    readonly url: string;
    readonly headers: unknown;
    readonly signal: unknown;
    text(): Promise<string>;
}

interface MswTools<Handler> {
    readonly http: {
        all(path: string, resolver: (info: {
            request: MswRequest;
        }) => Promise<never>): Handler;
    };
    readonly HttpResponse: {
        error(): unknown;
    };
}

type NamedWebhookEvent<Type extends string> = Type extends HandledWebhookEvent["type"] ? WebhookEventOf<Type> : UnknownWebhookEvent<Type>;

type NewerValue = string & {
    readonly [newer]: true;
};

interface NodeRequest {
    readonly method?: string | undefined;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly readableDidRead: boolean;
    readonly readableEnded: boolean;
    readonly destroyed: boolean;
    on(event: "data", listener: (chunk: Uint8Array | string) => void): unknown;
    on(event: "end" | "close", listener: () => void): unknown;
    on(event: "error", listener: (error: Error) => void): unknown;
    resume(): unknown;
    readonly body?: unknown;
    readonly rawBody?: unknown;
}

interface NodeResponse {
    readonly headersSent: boolean;
    writeHead(status: number, headers: Record<string, string>): unknown;
    end(body: string): unknown;
}

declare class NotFoundError extends ApiError {
    readonly status: 404;
}

declare class Org {
    #private;
    get(options?: RequestOptions): ApiPromise<Organisation>;
    update(body: UpdateOrganisationBody, options?: WriteOptions): ApiPromise<Organisation>;
    getRoles(options?: RequestOptions): ApiPromise<RoleList>;
    listAudit(query?: ListAuditOrgQuery, options?: ListOptions): PagePromise<AuditEntry$1>;
    getAuditHead(options?: RequestOptions): ApiPromise<OrgChainHead>;
    rotateCallbackSecret(options?: WriteOptions): ApiPromise<CallbackSecret>;
}

interface OrgChainHead {
    head: string | null;
    length: number;
    anchors: AddendaAnchor[];
}

interface OrgDomain {
    id: string;
    name: string;
    record: OrgDomainRecord;
    verified_at: string | null;
    record_missing_since: string | null;
    created_at: string;
}

interface OrgDomainRecord {
    type: "TXT";
    name: string;
    value: string;
}

interface OrgPlan {
    plan: PlanName | NewerValue;
    status: SubscriptionState | NewerValue;
    includes: PlanIncludes;
    use: PlanUse;
    period: PlanPeriod;
    provider: "manual" | "stripe" | NewerValue;
}

interface Organisation {
    id: string;
    name: string;
    plan: PlanName | NewerValue;
    subscription_status: SubscriptionState | NewerValue;
    locale: Locale | NewerValue;
    time_zone: string;
    contact: Contact | null;
    sign_in_idle_minutes: number;
    sign_in_life_minutes: number;
    created_at: string;
}

type Outcome = "accepted" | "rejected" | "inconclusive";

interface OutcomeCounts {
    accepted: number;
    rejected: number;
    inconclusive: number;
}

type OutcomeFilter = "accepted" | "rejected" | "inconclusive" | "none";

declare class Page<T> implements AsyncIterable<T> {
    #private;
    readonly data: readonly T[];
    readonly hasMore: boolean;
    readonly nextCursor: string | null;
    readonly requestId: string | null;
    readonly rateLimit: RateLimit | null;
    getNextPage(): Promise<Page<T> | null>;
    iterPages(): AsyncIterableIterator<Page<T>>;
    [Symbol.asyncIterator](): ItemIterator<T>;
}

declare class PagePromise<T> extends ApiPromise<Page<T>> implements AsyncIterable<T> {
    #private;
    iterPages(): AsyncIterableIterator<Page<T>>;
    [Symbol.asyncIterator](): ItemIterator<T>;
    toArray(options: {
        limit: number;
    }): Promise<T[]>;
}

declare class PaginationLoopError extends FieldInspectionError {
}

interface ParticipantConsents {
    camera: ConsentValue;
    microphone?: ConsentValue | undefined;
    gps: ConsentValue;
    recording?: ConsentValue | undefined;
    [purpose: string]: ConsentValue | undefined;
}

interface ParticipantConsents$1 {
    camera: ConsentValue$1 | NewerValue;
    microphone: ConsentValue$1 | NewerValue;
    gps: ConsentValue$1 | NewerValue;
    recording: ConsentValue$1 | NewerValue;
}

interface ParticipantDoneEvent {
    id: string;
    type: "participant.done";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: SessionJoinedData;
}

interface ParticipantLeftEvent {
    id: string;
    type: "participant.left";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: SessionJoinedData;
}

declare class Participants {
    #private;
    create(sessionId: string, body?: CreateParticipantBody, options?: WriteOptions): ApiPromise<MintedInvite>;
    list(sessionId: string, query?: ListParticipantsQuery, options?: ListOptions): PagePromise<Invite>;
    reissue(sessionId: string, inviteId: string, options?: WriteOptions): ApiPromise<MintedInvite>;
    revoke(sessionId: string, inviteId: string, options?: WriteOptions): ApiPromise<void>;
}

interface Passkey {
    id: string;
    name: string;
    backed_up: boolean;
    transports: string[];
    created_at: string;
    last_used_at: string | null;
}

interface PasskeyAlgorithm {
    type: "public-key";
    alg: number;
}

interface PasskeyCreation {
    rp: PasskeySite;
    user: PasskeyUser;
    challenge: string;
    pubKeyCredParams: PasskeyAlgorithm[];
    timeout: number;
    excludeCredentials: PasskeyDescriptor[];
    authenticatorSelection: PasskeySelection;
    attestation: "none";
}

interface PasskeyDescriptor {
    type: "public-key";
    id: string;
    transports: string[];
}

interface PasskeyRequest {
    rpId: string;
    challenge: string;
    timeout: number;
    allowCredentials: PasskeyDescriptor[];
    userVerification: "required";
}

interface PasskeySelection {
    residentKey: "required";
    requireResidentKey: true;
    userVerification: "required";
}

interface PasskeySite {
    id: string;
    name: string;
}

interface PasskeyUser {
    id: string;
    name: string;
    displayName: string;
}

type PauseReason = "you" | "gone" | "failing" | "unread";

declare class PayloadTooLargeError extends ApiError {
    readonly status: 413;
}

declare class PaymentRequiredError extends ApiError {
    readonly status: 402;
}

interface PenStroke {
    tool: "pen";
    color: string;
    size: number;
    points: ([
        number,
        number
    ] | [
        number,
        number,
        number
    ])[];
}

declare class PermissionDeniedError extends ApiError {
    readonly status: 403;
}

type PhotoFault = "unknown_type" | "too_many_bytes" | "too_many_pixels";

type PingData = Record<string, never>;

interface PingEvent {
    id: string;
    type: "ping";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: PingData;
}

interface PlanIncludes {
    inspections: number | null;
    members: number;
    messages_per_day: number;
    evidence_items: number;
    evidence_bytes: number;
    endpoints: number;
    retention_days: number;
    white_label: boolean;
    sso: boolean;
}

type PlanName = "free" | "pilot" | "pro" | "enterprise";

interface PlanPeriod {
    starts_at: string;
    ends_at: string;
}

interface PlanUse {
    inspections: number;
    members: number;
    evidence_items: number;
    evidence_bytes: number;
    endpoints: number;
    messages: number;
    codes: number;
}

declare class PreconditionFailedError extends ApiError {
    readonly status: 412;
}

interface PreviewBrandingBody {
    display_name?: string | undefined;
    sender_name?: string | undefined;
    footer?: string | undefined;
    imprint_url?: string | null | undefined;
    privacy_url?: string | null | undefined;
    colours?: UpdateBrandColours | undefined;
    locale?: LocaleInput | undefined;
}

interface ProblemIssue {
    path: string;
    code: KnownIssueCode | NewerValue;
    message: string;
}

interface ProviderVisit {
    url: string;
}

interface ProvisioningEntry {
    id: string;
    created_at: string;
    credential: string;
    method: string;
    resource: string;
    resource_id: string | null;
    name: string;
    member: string | null;
    outcome: ProvisioningOutcome | NewerValue;
    changes: string[];
    code: string | null;
    detail: string;
}

type ProvisioningOutcome = "applied" | "unchanged" | "refused";

interface PullWebhookEndpointsQuery {
    after_sequence?: number | undefined;
    limit?: number | undefined;
    wait?: number | undefined;
}

interface PulledEvent {
    delivery: string;
    sequence: number;
    headers: Record<string, string>;
    body: string;
}

interface PulledEvents {
    data: PulledEvent[];
    has_more: boolean;
    acknowledged_sequence: number;
}

interface PutSsoBody {
    protocol: SsoProtocol | NewerValue;
    issuer?: string | null | undefined;
    client_id?: string | null | undefined;
    client_secret?: string | null | undefined;
    sso_url?: string | null | undefined;
    metadata_url?: string | null | undefined;
    pem_certificates?: string[] | undefined;
    claims?: SsoClaimsInput | undefined;
    just_in_time?: boolean | undefined;
    default_role?: DefaultRole | NewerValue | undefined;
}

interface Quota {
    limit: number;
    left: number;
}

interface Quotas {
    [counted: string]: Quota | undefined;
    items?: Quota;
    bytes?: Quota;
}

declare class RangeNotSatisfiableError extends ApiError {
    readonly status: 416;
}

interface RateLimit {
    readonly limit: number;
    readonly remaining: number;
    readonly reset: Date;
}

declare class RateLimitError extends ApiError {
    readonly status: 429;
}

interface ReceivedWebhook {
    method?: string | undefined;
    headers: WebhookHeaders;
    body: WebhookBody;
}

interface Recipient extends ReportRecipient {
    id: string;
    session: string;
    status: RecipientStatus | NewerValue;
    opened_at: string | null;
    expires_at: string;
    created_at: string;
}

type RecipientStatus = "sent" | "opened" | "locked" | "expired" | "revoked";

declare class Recipients {
    #private;
    list(sessionId: string, query?: ListRecipientsQuery, options?: ListOptions): PagePromise<Recipient>;
    create(sessionId: string, body: CreateRecipientBody, options?: WriteOptions): ApiPromise<Recipient>;
    reissue(sessionId: string, recipientId: string, options?: WriteOptions): ApiPromise<Recipient>;
    revoke(sessionId: string, recipientId: string, options?: WriteOptions): ApiPromise<void>;
}

declare class Recording {
    #private;
    readonly id: string;
    readonly url: string;
    get sentBytes(): number;
    get waitingBytes(): number;
    get isFull(): boolean;
    append(segment: Content): Promise<void>;
    stop(options?: StopOptions): Promise<RecordingReceipt>;
}

interface RecordingDetails {
    readonly type: string;
    readonly captured_at?: string | undefined;
    readonly slot?: string | undefined;
    readonly lat?: number | undefined;
    readonly lon?: number | undefined;
    readonly accuracy?: number | undefined;
}

interface RecordingReadyData extends Session {
    recording: Evidence;
}

interface RecordingReadyEvent {
    id: string;
    type: "recording.ready";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: RecordingReadyData;
}

interface RecordingReceipt {
    readonly id: string;
    readonly status: string;
    readonly sha256: string | null;
    readonly receivedSha256: string | null;
    readonly sequence: number | null;
}

declare class Recordings {
    #private;
    start(sessionId: string, details: RecordingDetails, { bufferBytes, partBytes, everyMs, ...options }?: WriteOptions & FeedOptions): Promise<Recording>;
    resume(url: string, options?: FeedOptions): Promise<Recording>;
}

interface RecordingsOptions extends FieldOptions {
    token: string;
}

interface RecoverDeliveriesBody {
    since: string;
}

interface RecoveredDeliveries {
    count: number;
}

interface RectangleStroke {
    tool: "rectangle";
    color: string;
    size: number;
    points: [
        [
            number,
            number
        ],
        [
            number,
            number
        ]
    ];
}

interface RedactSessionBody {
    reason?: "data_subject_request" | "no_longer_needed" | NewerValue | undefined;
}

interface Report extends SessionReport {
    session: string;
    locale: Locale | NewerValue;
    revision_of: string | null;
    audit_trail: boolean;
    photos: ReportPhotos | NewerValue;
    sha256: string | null;
    byte_size: number | null;
    pages: number | null;
    seal: ReportSeal | null;
    failure: ReportFailure | null;
    pdf_url: string | null;
    created_at: string;
}

type ReportExpectation = {
    readonly roots?: readonly (string | Uint8Array)[];
    readonly tsaRoots?: readonly (string | Uint8Array)[];
    readonly now: Date;
    readonly maxSteps?: number;
};

interface ReportFailure {
    code: string;
    message: string;
}

type ReportFailureCode = "malformed_pdf" | "unsupported_pdf" | "encrypted_pdf" | "too_large" | "too_complex" | "bytes_after_end" | "active_content" | "malformed_signature" | "unsupported_signature" | "unlisted_signature" | "duplicate_field" | "wrong_byte_range" | "unexpected_attribute" | "not_for_signing" | "revoked" | "demo" | "changed_pages" | "changed_contents" | "changed_annotations" | "changed_layers" | "changed_form" | "changed_field" | "changed_catalog" | "changed_object" | "visible_signature" | "unexplained_object";

type ReportFault = {
    readonly place: string;
    readonly code: ReportFaultCode;
    readonly message: string;
};

type ReportFaultCode = ReportFailureCode | TimestampFailureCode;

interface ReportNotice {
    id: string;
    status: ReportStatus | NewerValue;
    locale: Locale | NewerValue;
    ready_at: string;
    sha256: string;
    byte_size: number;
}

type ReportPhotos = "full" | "contact_sheet";

interface ReportRecipient {
    name: string;
    email: string;
}

interface ReportRecipientInput {
    name: string;
    email: string;
}

interface ReportSeal {
    level: "B-B" | "B-T" | "B-LT" | "B-LTA" | NewerValue;
    authority: string | null;
    demo: boolean;
}

type ReportStatus = "queued" | "rendering" | "ready" | "failed";

type ReportVerdict = {
    readonly verdict: "trusted" | "untrusted" | "invalid";
    readonly message: string;
    readonly fault: ReportFault | null;
    readonly signatures: readonly SignatureVerdict[];
    readonly revisions: number | null;
    readonly head: string | null;
    readonly has_validation_data: boolean;
};

interface ReportedSession {
    id: string;
    status: SessionStatus | NewerValue;
    type: string;
    reference: string;
    notes: string;
    locale: Locale | NewerValue;
    scheduled_for: string | null;
    created_at: string;
    started_at: string | null;
    ended_at: string | null;
    outcome: SessionOutcome | null;
    audit_chain_hash: string | null;
    report: LinkedReport | null;
}

declare class Reports {
    #private;
    list(sessionId: string, query?: ListReportsQuery, options?: ListOptions): PagePromise<Report>;
    create(sessionId: string, body?: CreateReportBody, options?: WriteOptions): ApiPromise<Report>;
    get(sessionId: string, reportId: string, options?: RequestOptions): ApiPromise<Report>;
    download(sessionId: string, options?: RequestOptions): Promise<WebResponse>;
}

declare class RequestError extends FieldInspectionError {
    readonly attempts: readonly Attempt[];
    readonly idempotencyKey: string | null;
    readonly method: string | null;
    readonly path: string | null;
    constructor(message: string, init?: RequestErrorInit);
    toJSON(): Record<string, unknown>;
}

interface RequestErrorInit {
    readonly attempts?: readonly Attempt[];
    readonly idempotencyKey?: string | null;
    readonly method?: string | null;
    readonly path?: string | null;
    readonly cause?: unknown;
}

interface RequestMoreBody {
    slots?: string[] | undefined;
    invite?: string | undefined;
    message?: string | undefined;
    ttl_minutes?: number | undefined;
}

interface RequestOptions {
    signal?: WebSignal | undefined;
    timeoutMs?: number | undefined;
    deadlineMs?: number | undefined;
    maxRetries?: number | undefined;
    headers?: Readonly<Record<string, string | null | undefined>> | undefined;
}

interface RequestSignatureBody {
    signer: SignerInput;
    level: SignatureLevel | NewerValue;
    provider?: SignatureProvider | NewerValue | undefined;
    locale?: LocaleInput | undefined;
    send_link?: boolean | undefined;
}

interface RequestedCode {
    channels: (CodeChannel | NewerValue)[];
    channel_hint_email: string | null;
    channel_hint_phone: string | null;
    otp_expires_at: string;
}

interface RequestedMore extends MintedInvite {
    slots: string[];
}

interface RequestedSignature extends Signature {
    sign_url: string;
}

declare abstract class Resources {
    readonly sessions: Sessions;
    readonly participants: Participants;
    readonly evidence: EvidenceResource;
    readonly reports: Reports;
    readonly recipients: Recipients;
    readonly signatures: Signatures;
    readonly whiteboards: Whiteboards;
    readonly campaigns: Campaigns;
    readonly templates: Templates;
    readonly webhookEndpoints: WebhookEndpoints;
    readonly webhookEvents: WebhookEvents;
    readonly org: Org;
    readonly members: Members;
    readonly invitations: Invitations;
    readonly memberSessions: MemberSessions;
    readonly me: MeResource;
    readonly credentials: Credentials;
    readonly directory: DirectoryResource;
    readonly sso: Sso;
    readonly domains: Domains;
    readonly keys: Keys;
    readonly branding: BrandingResource;
    readonly messages: Messages;
    readonly billing: Billing;
    readonly retention: Retention;
    readonly exports: Exports;
    readonly v1: VersionedResources;
}

interface ResponseShape {
    readonly status: number;
    readonly ok: boolean;
    readonly headers: HeadersShape;
    text(): Promise<string>;
    json(): Promise<unknown>;
    arrayBuffer(): Promise<ArrayBuffer>;
}

declare class Retention {
    #private;
    get(options?: RequestOptions): ApiPromise<RetentionPolicy>;
    update(body: UpdateRetentionBody, options?: WriteOptions): ApiPromise<RetentionPolicy>;
}

interface RetentionPolicy {
    session_days: number | null;
    session_days_apply_from: string | null;
    recording_days: number | null;
    recording_days_apply_from: string | null;
    message_days: number | null;
    message_days_apply_from: string | null;
    message_days_max: number;
    plan_days: number;
    plan_days_apply_from: string | null;
    version: number;
    updated_at: string | null;
}

interface RevokeKeyBody {
    api_key: string;
}

interface Role {
    name: MemberRole | NewerValue;
    scopes: (ScopeName | NewerValue)[];
}

interface RoleList {
    data: Role[];
    has_more: boolean;
    next_cursor: string | null;
}

interface RotateCredentialBody {
    overlap_hours?: number | undefined;
}

interface RowProblem {
    status: number;
    code: string;
    detail: string;
    errors?: ProblemIssue[] | undefined;
}

interface Runtime {
    now(): number;
    random(): number;
    randomUuid(): string;
    sleep(ms: number, signal: WebSignal | undefined): Promise<void>;
}

declare const STATES: readonly [
    "otp_not_required",
    "otp_locked",
    "invite_expired",
    "invite_redeemed",
    "not_found"
];

type ScopeName = "sessions:read" | "sessions:write" | "participants:read" | "participants:write" | "evidence:read" | "recordings:read" | "whiteboards:read" | "audit:read" | "webhooks:read" | "webhooks:write" | "branding:read" | "branding:write" | "org:read" | "org:write" | "org:export" | "members:write" | "credentials:read" | "credentials:write" | "directory:read" | "directory:write" | "billing:write" | "campaigns:read" | "campaigns:write" | "templates:read" | "templates:write" | "reports:write" | "signatures:write" | "retention:write";

declare class ServerError extends ApiError {
}

interface Session {
    id: string;
    status: SessionStatus | NewerValue;
    operator_email: string;
    scheduled_for: string | null;
    started_at: string | null;
    ended_at: string | null;
    notes: string;
    type: string;
    reference: string;
    site_address: string;
    metadata: Metadata;
    shots: Shot[];
    contact: Contact | null;
    report_recipients: ReportRecipient[];
    locale: Locale | NewerValue;
    consent_state: ConsentState$1;
    unsent_items: number;
    campaign: string | null;
    template: string | null;
    template_version: number | null;
    outcome: SessionOutcome | null;
    report: SessionReport | null;
    on_hold: boolean;
    redacted_at: string | null;
    created_at: string;
    updated_at: string;
}

interface SessionAnchoredData extends Session {
    anchor: AnchorNotice;
}

interface SessionAnchoredEvent {
    id: string;
    type: "session.anchored";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: SessionAnchoredData;
}

interface SessionCompletedData {
    id: string;
    status: SessionStatus | NewerValue;
    operator_email: string;
    scheduled_for: string | null;
    started_at: string | null;
    ended_at: string | null;
    notes: string;
    type: string;
    reference: string;
    site_address: string;
    metadata: Metadata;
    shots: Shot[];
    contact: Contact | null;
    report_recipients: ReportRecipient[];
    locale: Locale | NewerValue;
    consent_state: ConsentState$1;
    unsent_items: number;
    campaign: string | null;
    template: string | null;
    template_version: number | null;
    outcome: SessionOutcome | null;
    report: ReportNotice;
    on_hold: boolean;
    redacted_at: string | null;
    created_at: string;
    updated_at: string;
}

interface SessionCompletedEvent {
    id: string;
    type: "session.completed";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: SessionCompletedData;
}

interface SessionCreatedEvent {
    id: string;
    type: "session.created";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: Session;
}

interface SessionEndedEvent {
    id: string;
    type: "session.ended";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: Session;
}

interface SessionEvidenceCapturedData extends Session {
    evidence: Evidence;
}

interface SessionEvidenceCapturedEvent {
    id: string;
    type: "session.evidence.captured";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: SessionEvidenceCapturedData;
}

interface SessionExpiredEvent {
    id: string;
    type: "session.expired";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: Session;
}

interface SessionJoinedData extends Session {
    invite: InviteNotice;
}

interface SessionJoinedEvent {
    id: string;
    type: "session.joined";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: SessionJoinedData;
}

type SessionMessageKind = "invite" | "otp" | "reminder_invitee_24h" | "reminder_invitee_1h" | "reminder_operator_24h" | "reminder_operator_1h" | "invite_cancelled" | "signature_request" | "signature_otp" | "report_ready" | "report_link" | "report_otp";

type SessionMilestone = "joined" | "ended" | "anchored" | "completed";

interface SessionOutcome {
    outcome: Outcome | NewerValue;
    note: string;
    set_at: string;
}

interface SessionOutcomeEvent {
    id: string;
    type: "session.outcome";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: Session;
}

interface SessionRedactedEvent {
    id: string;
    type: "session.redacted";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: Session;
}

interface SessionReport {
    id: string;
    status: ReportStatus | NewerValue;
    ready_at: string | null;
}

interface SessionSignedData extends Session {
    signature: Signature;
}

interface SessionSignedEvent {
    id: string;
    type: "session.signed";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: SessionSignedData;
}

type SessionStatus = "created" | "open" | "recording" | "closed" | "expired";

interface SessionUpdatedEvent {
    id: string;
    type: "session.updated";
    created_at: string;
    api_version: "v1";
    organisation_id: string;
    endpoint: string;
    sequence: number;
    test?: boolean | undefined;
    data: Session;
}

declare class Sessions {
    #private;
    create(body?: CreateSessionBody, options?: WriteOptions): ApiPromise<Session>;
    list(query?: ListSessionsQuery, options?: ListOptions): PagePromise<Session>;
    get(sessionId: string, options?: RequestOptions): ApiPromise<Session>;
    update(sessionId: string, body: UpdateSessionBody, options?: WriteOptions): ApiPromise<Session>;
    end(sessionId: string, options?: WriteOptions): ApiPromise<Session>;
    setOutcome(sessionId: string, body: SetOutcomeBody, options?: WriteOptions): ApiPromise<Session>;
    startRecording(sessionId: string, options?: WriteOptions): ApiPromise<Session>;
    stopRecording(sessionId: string, options?: WriteOptions): ApiPromise<Session>;
    redact(sessionId: string, body?: RedactSessionBody, options?: WriteOptions): ApiPromise<Session>;
    hold(sessionId: string, body: HoldSessionBody, options?: WriteOptions): ApiPromise<Session>;
    release(sessionId: string, options?: WriteOptions): ApiPromise<Session>;
    createMediaConnection(sessionId: string, options?: WriteOptions): ApiPromise<MediaConnection>;
    waitFor(sessionId: string, state: SessionMilestone, options?: RequestOptions): Promise<Session>;
}

interface SetFindingBody {
    text: string;
}

interface SetLogoBody {
    image: string;
}

interface SetOutcomeBody {
    outcome: Outcome | NewerValue;
    note?: string | undefined;
}

interface SharedReport {
    locale: Locale | NewerValue;
    organisation_name: string;
    branding: FieldBranding;
    contact: Contact | null;
    recipient_name: string;
    reference: string;
    site_address: string;
    ended_at: string;
    outcome: Outcome | NewerValue | null;
    report: SigningReport;
    expires_at: string;
}

interface Shot {
    slot: string;
    label: LocalizedText;
    required: boolean;
    hint: LocalizedText;
}

interface ShotInput {
    slot: string;
    label: GivenLabel;
    required?: boolean | undefined;
    hint?: GivenHint | undefined;
}

interface SignBody {
    sha256: string;
}

type SignInWay = "code" | "passkey" | "link" | "oidc" | "saml";

interface SignWebhookInput {
    body: WebhookBody;
    secret?: string | undefined;
    secrets?: readonly string[] | undefined;
    timestamp?: number | undefined;
    id?: string | undefined;
}

interface SignalShape {
    readonly aborted: boolean;
    readonly reason: unknown;
    addEventListener(type: "abort", listener: () => void): void;
    removeEventListener(type: "abort", listener: () => void): void;
}

interface Signature {
    id: string;
    session: string;
    report: string;
    status: SignatureStatus | NewerValue;
    level: SignatureLevel | NewerValue;
    provider: SignatureProvider | NewerValue;
    locale: Locale | NewerValue;
    signer: Signer;
    certificate_subject: string | null;
    failure: SignatureFailure | null;
    expires_at: string;
    signed_at: string | null;
    created_at: string;
}

interface SignatureFailure {
    code: string;
    message: string;
}

type SignatureLevel = "SES" | "AES" | "QES";

type SignatureProvider = "demo" | "csc";

type SignatureStatus = "pending" | "signing" | "signed" | "declined" | "cancelled" | "expired" | "failed";

type SignatureTimestamp = {
    readonly verdict: "trusted" | "untrusted";
    readonly demo: boolean;
    readonly gen_time: string;
    readonly authority: string | null;
};

type SignatureVerdict = {
    readonly field: string;
    readonly kind: "signature" | "document_timestamp";
    readonly subfilter: "ETSI.CAdES.detached" | "ETSI.RFC3161" | null;
    readonly verdict: "trusted" | "untrusted" | "invalid";
    readonly ok: boolean;
    readonly demo: boolean;
    readonly signer: string | null;
    readonly signer_kind: "person" | "organisation" | null;
    readonly level: "B-B" | "B-T" | "B-LT" | "B-LTA" | null;
    readonly time: string | null;
    readonly time_source: "signature_timestamp" | "document_timestamp" | "now" | null;
    readonly timestamp: SignatureTimestamp | null;
    readonly covers_whole_document: boolean;
    readonly code?: ReportFaultCode;
    readonly message?: string;
};

declare class Signatures {
    #private;
    request(sessionId: string, body: RequestSignatureBody, options?: WriteOptions): ApiPromise<RequestedSignature>;
    list(sessionId: string, query?: ListSignaturesQuery, options?: ListOptions): PagePromise<Signature>;
    get(sessionId: string, signatureId: string, options?: RequestOptions): ApiPromise<Signature>;
    cancel(sessionId: string, signatureId: string, options?: WriteOptions): ApiPromise<void>;
}

interface SignedOut {
    provider_url: string | null;
}

interface Signer {
    name: string;
    email: string;
    phone: string;
}

type SignerInput = SignerInputFields & ({
    email: string;
} | {
    phone: string;
});

interface SignerInputFields {
    name: string;
    email?: string | undefined;
    phone?: string | undefined;
}

declare class Signing {
    #private;
    open(options?: RequestOptions): ApiPromise<SigningRequest>;
    sendCode(options?: WriteOptions): ApiPromise<SigningRequest>;
    verify(body: VerifySigningBody, options?: WriteOptions): ApiPromise<SigningSession>;
    get(options?: RequestOptions): ApiPromise<SigningView>;
    readReport(options?: RequestOptions): ApiPromise<SharedReport>;
    sign(body: SignBody, options?: WriteOptions): ApiPromise<SigningStep>;
    finish(body: FinishSigningBody, options?: WriteOptions): ApiPromise<SigningStep>;
    decline(options?: WriteOptions): ApiPromise<SigningStep>;
}

interface SigningReport {
    id: string;
    locale: Locale | NewerValue;
    sha256: string;
    byte_size: number;
    pages: number;
    pdf_url: string;
}

interface SigningRequest {
    purpose: "sign" | "read" | NewerValue;
    status: SignatureStatus | NewerValue;
    locale: Locale | NewerValue;
    organisation_name: string;
    branding: FieldBranding;
    contact: Contact | null;
    channels: (CodeChannel | NewerValue)[];
    channel_hint_email: string | null;
    channel_hint_phone: string | null;
    code_expires_at: string | null;
    expires_at: string;
}

interface SigningSession {
    signing_session_token: string;
    signing_session_expires_at: string;
}

interface SigningStep {
    status: SignatureStatus | NewerValue;
    action_url: string | null;
}

interface SigningView {
    status: SignatureStatus | NewerValue;
    locale: Locale | NewerValue;
    organisation_name: string;
    branding: FieldBranding;
    contact: Contact | null;
    signer_name: string;
    level: SignatureLevel | NewerValue;
    provider: SignatureProvider | NewerValue;
    statement: string;
    report: SigningReport;
    failure: SignatureFailure | null;
    expires_at: string;
    signed_at: string | null;
}

interface SmsPreview {
    text: string;
    encoding: "gsm7" | "ucs2" | NewerValue;
    parts: number;
}

declare class Sso {
    #private;
    get(options?: RequestOptions): ApiPromise<SsoConnection>;
    put(body: PutSsoBody, options?: WriteOptions): ApiPromise<SsoConnection>;
    beginTest(options?: WriteOptions): ApiPromise<ProviderVisit>;
    getTest(options?: RequestOptions): ApiPromise<SsoTest>;
    activate(options?: WriteOptions): ApiPromise<SsoConnection>;
    disable(options?: WriteOptions): ApiPromise<SsoConnection>;
    enforce(body: EnforceSsoBody, options?: WriteOptions): ApiPromise<SsoConnection>;
}

interface SsoCertificate {
    fingerprint: string;
    not_before: string;
    not_after: string;
    source: "given" | "metadata" | NewerValue;
    warning: "ending" | "ended" | NewerValue | null;
}

interface SsoClaims {
    email: string | null;
    name: string | null;
    groups: string | null;
}

interface SsoClaimsInput {
    email?: string | null | undefined;
    name?: string | null | undefined;
    groups?: string | null | undefined;
}

interface SsoConnection {
    id: string | null;
    protocol: SsoProtocol | NewerValue | null;
    status: SsoStatus | NewerValue;
    issuer: string | null;
    client_id: string | null;
    has_client_secret: boolean;
    sso_url: string | null;
    metadata_url: string | null;
    metadata_read_at: string | null;
    metadata_fault: string | null;
    certificates: SsoCertificate[];
    claims: SsoClaims;
    just_in_time: boolean;
    default_role: DefaultRole | NewerValue;
    enforced: boolean;
    tested_at: string | null;
    tested_by: string | null;
    service: SsoService;
    version: number;
    updated_at: string | null;
}

type SsoProtocol = "oidc" | "saml";

interface SsoService {
    redirect_uri: string | null;
    acs_url: string | null;
    entity_id: string | null;
    start_url: string | null;
}

type SsoStatus = "none" | "draft" | "tested" | "active";

interface SsoTest {
    outcome: "none" | "passed" | "refused" | NewerValue;
    at: string | null;
    by: string | null;
    reason: string | null;
    sentence: string | null;
    subject: string | null;
    email: string | null;
    name: string | null;
    groups: string[];
    told: SsoTestClaim[];
    becomes: "known" | "linked" | "created" | "refused" | NewerValue | null;
    member: string | null;
    role: MemberRole | NewerValue | null;
}

interface SsoTestClaim {
    name: string;
    values: string[];
}

interface StatusCounts {
    created: number;
    open: number;
    recording: number;
    closed: number;
    expired: number;
}

interface StepUpAtProviderBody {
    return_path?: string | undefined;
}

interface StepUpBody {
    code: string;
}

interface StopOptions extends Pick<RequestOptions, "deadlineMs"> {
    maxRetries?: number | undefined;
}

type SubscribableEventType = "session.created" | "session.joined" | "session.updated" | "session.ended" | "session.outcome" | "session.evidence.captured" | "session.signed" | "session.anchored" | "session.completed" | "evidence.created" | "evidence.finding" | "session.expired" | "session.redacted" | "participant.left" | "participant.done" | "recording.ready" | "endpoint.paused" | "delivery.dropped" | "message.failed";

type SubscriptionState = "trialing" | "active" | "past_due" | "canceled";

interface Template {
    id: string;
    version: number;
    name: string;
    type: string;
    shots: Shot[];
    archived: boolean;
    created_at: string;
    updated_at: string;
}

declare class Templates {
    #private;
    create(body: CreateTemplateBody, options?: WriteOptions): ApiPromise<Template>;
    list(query?: ListTemplatesQuery, options?: ListOptions): PagePromise<Template>;
    get(templateId: string, query?: GetTemplatesQuery, options?: RequestOptions): ApiPromise<Template>;
    update(templateId: string, body: UpdateTemplateBody, options?: WriteOptions): ApiPromise<Template>;
}

type TestEventType = "session.created" | "session.joined" | "session.updated" | "session.ended" | "session.outcome" | "session.evidence.captured" | "session.signed" | "session.anchored" | "session.completed" | "session.expired" | "session.redacted" | "evidence.created" | "evidence.finding" | "participant.left" | "participant.done" | "recording.ready" | "endpoint.paused" | "delivery.dropped" | "message.failed" | "ping";

interface TestWebhookEndpointBody {
    event_type?: TestEventType | NewerValue | undefined;
}

interface TextStroke {
    tool: "text";
    color: string;
    size: number;
    points: [
        [
            number,
            number
        ]
    ];
    text: string;
}

declare class TimeoutError extends RequestError {
}

type TimestampExpectation = {
    readonly digest: Uint8Array;
    readonly roots: readonly Uint8Array[];
    readonly nonce?: Uint8Array;
    readonly now: Date;
    readonly toleranceMs?: number;
};

type TimestampFailureCode = "malformed" | "wrong_digest" | "wrong_nonce" | "unsupported_algorithm" | "missing_certificate" | "missing_attribute" | "wrong_content_type" | "wrong_message_digest" | "wrong_signature" | "wrong_signing_certificate" | "wrong_authority_name" | "not_for_timestamping" | "not_an_authority" | "unsupported_certificate" | "path_too_long" | "not_valid_then" | "untrusted" | "in_the_future" | "too_complex";

type TimestampVerdict = {
    valid: true;
    gen_time: string;
    serial: string;
    policy: string;
    accuracy_us: number | null;
    authority: string;
} | {
    valid: false;
    code: TimestampFailureCode;
    message: string;
};

interface Turn {
    readonly runtime: {
        now(): number;
        sleep(ms: number, signal: WebSignal | undefined): Promise<void>;
    };
    readonly signal: WebSignal | undefined;
    readonly endsAtMs: number;
}

interface UnknownWebhookEvent<Newer extends string = never> {
    id: string;
    type: UnknownWebhookEventType | Newer;
    created_at: string;
    api_version: string;
    organisation_id: string;
    endpoint: string;
    sequence: number;
    data: unknown;
}

declare class UnprocessableError extends ApiError {
    readonly status: 422;
}

declare class UnreachableStateError extends FieldInspectionError {
    readonly state: SessionMilestone;
    readonly status: string;
    constructor(message: string, seen: {
        state: SessionMilestone;
        status: string;
    });
}

interface UnsentItems {
    unsent_items: number;
    unsent_items_at: string;
}

declare class UnsupportedMediaTypeError extends ApiError {
    readonly status: 415;
}

interface UpdateBrandColours {
    primary?: string | null | undefined;
    background?: string | null | undefined;
}

interface UpdateBrandingBody {
    display_name?: string | undefined;
    sender_name?: string | undefined;
    footer?: string | undefined;
    imprint_url?: string | null | undefined;
    privacy_url?: string | null | undefined;
    domain?: string | null | undefined;
    colours?: UpdateBrandColours | undefined;
}

interface UpdateCampaignBody {
    name?: string | undefined;
    description?: string | undefined;
    shots?: ShotInput[] | undefined;
}

interface UpdateConsentBody {
    camera?: ConsentAnswer | undefined;
    microphone?: ConsentAnswer | undefined;
    gps?: ConsentAnswer | undefined;
    recording?: ConsentAnswer | undefined;
    text_version?: string | undefined;
    locale?: string | undefined;
    [purpose: string]: string | undefined;
}

interface UpdateCredentialBody {
    name?: string | undefined;
    expires_at?: string | null | undefined;
    allowed_networks?: string[] | undefined;
}

interface UpdateDirectoryBody {
    default_role?: DefaultRole | NewerValue | undefined;
    roles?: DirectoryRoleInput[] | undefined;
}

interface UpdateFieldSessionBody {
    unsent_items: number;
}

interface UpdateMemberBody {
    name?: string | undefined;
    role?: MemberRole | NewerValue | undefined;
    status?: "active" | "disabled" | NewerValue | undefined;
    break_glass?: boolean | undefined;
}

interface UpdateOrganisationBody {
    name?: string | undefined;
    locale?: LocaleInput | undefined;
    time_zone?: string | undefined;
    contact?: ContactInput | null | undefined;
    sign_in_idle_minutes?: number | undefined;
    sign_in_life_minutes?: number | undefined;
}

interface UpdatePasskeyBody {
    name: string;
}

interface UpdateRetentionBody {
    session_days?: number | null | undefined;
    recording_days?: number | null | undefined;
    message_days?: number | null | undefined;
}

interface UpdateSessionBody {
    notes?: string | undefined;
    type?: string | undefined;
    reference?: string | undefined;
    site_address?: string | undefined;
    metadata?: MetadataChanges | undefined;
    shots?: ShotInput[] | undefined;
    contact?: ContactInput | null | undefined;
    report_recipients?: ReportRecipientInput[] | undefined;
    scheduled_for?: string | null | undefined;
    locale?: LocaleInput | undefined;
    campaign?: string | null | undefined;
}

interface UpdateTemplateBody {
    name?: string | undefined;
    type?: string | undefined;
    shots?: ShotInput[] | undefined;
    archived?: boolean | undefined;
}

interface UpdateWebhookEndpointBody {
    url?: string | undefined;
    description?: string | undefined;
    event_types?: (SubscribableEventType | NewerValue)[] | undefined;
    active?: boolean | undefined;
    rotate_secret?: boolean | undefined;
}

interface UpdateWhiteboardBody extends CreateWhiteboardBody {
    version: number;
}

interface UpdatedWebhookEndpoint extends WebhookEndpoint {
    signing_secret?: string | undefined;
}

type UploadDetails = CreatePhotoFieldEvidenceQuery;

interface UploadProgress {
    readonly sentBytes: number;
    readonly totalBytes: number;
}

interface Uploads {
    url: string;
    mime_types: string[];
    max_bytes?: number | undefined;
    max_pixels?: number | undefined;
    quotas?: Quotas | undefined;
    [quota: string]: unknown;
}

declare class UsageError extends FieldInspectionError {
}

interface UsePasskeyBody {
    raw_id: string;
    client_data_json: string;
    authenticator_data: string;
    signature: string;
    user_handle?: string | null | undefined;
}

declare class ValidationError extends ApiError {
    readonly status: 400;
}

type VerifiedWebhookEvent<Newer extends string = never> = WebhookEvent<Newer> & {
    readonly secretIndex: number;
};

type VerifyEvidenceOptions = Omit<EvidenceExpectation, "now"> & {
    readonly now?: Date;
};

type VerifyReportOptions = Omit<ReportExpectation, "now"> & {
    readonly now?: Date;
};

interface VerifySigningBody {
    otp_code?: string | undefined;
    code?: string | undefined;
}

interface VerifyWebhookInput {
    body: WebhookBody;
    headers: WebhookHeaders;
    secrets: string | readonly string[];
    toleranceSeconds?: number | undefined;
    now?: Date | number | undefined;
}

declare class VersionedResources {
    readonly inspections: Inspections;
    readonly webhooks: Webhooks;
}

type WebHeaders = typeof globalThis extends {
    Headers: {
        prototype: infer T;
    };
} ? T : HeadersShape;

type WebResponse = typeof globalThis extends {
    Response: {
        prototype: infer T;
    };
} ? T : ResponseShape;

type WebSignal = typeof globalThis extends {
    AbortSignal: {
        prototype: infer T;
    };
} ? T : SignalShape;

interface WebhookAttempt {
    number: number;
    outcome: "in_progress" | "delivered" | "failed" | "interrupted" | NewerValue;
    started_at: string;
    duration_ms: number | null;
    response_status: number | null;
    error_class: string | null;
    error: string | null;
    response_excerpt: string | null;
    response_headers: Record<string, string> | null;
}

type WebhookBody = string | Uint8Array;

interface WebhookContext {
    readonly secretIndex: number;
    readonly attempt: number | null;
}

interface WebhookDedupe {
    seen(eventId: string): boolean | Promise<boolean>;
    mark(eventId: string): unknown;
}

interface WebhookDelivery {
    id: string;
    endpoint: string;
    event_type: string;
    status: DeliveryStatus | NewerValue;
    response_status: number | null;
    attempt_count: number;
    created_at: string;
    delivered_at: string | null;
    event: string;
    sequence: number;
    fetched_at: string | null;
}

interface WebhookDeliveryExplanation {
    delivery: WebhookDelivery;
    state: "in_progress" | "waiting_for_worker" | "parked" | "scheduled" | "paused" | "waiting_for_reader" | "delivered" | "dropped" | NewerValue;
    due_at: string | null;
    reason: string;
    attempts_left: number;
    last_error: string | null;
}

interface WebhookDeliveryWithAttempts extends WebhookDelivery {
    next_attempt_at: string | null;
    request: WebhookRequest;
    attempts: WebhookAttempt[];
}

interface WebhookEndpoint {
    id: string;
    kind: EndpointKind | NewerValue;
    url: string;
    description: string;
    event_types: string[];
    active: boolean;
    paused_reason: PauseReason | NewerValue | null;
    paused_at: string | null;
    created_at: string;
}

interface WebhookEndpointWithSecret extends WebhookEndpoint {
    signing_secret: string;
}

declare class WebhookEndpoints {
    #private;
    list(query?: ListWebhookEndpointsQuery, options?: ListOptions): PagePromise<WebhookEndpoint>;
    create(body: CreateWebhookEndpointBody, options?: WriteOptions): ApiPromise<WebhookEndpointWithSecret>;
    get(endpointId: string, options?: RequestOptions): ApiPromise<WebhookEndpoint>;
    update(endpointId: string, body: UpdateWebhookEndpointBody, options?: WriteOptions): ApiPromise<UpdatedWebhookEndpoint>;
    delete(endpointId: string, options?: WriteOptions): ApiPromise<void>;
    test(endpointId: string, body?: TestWebhookEndpointBody, options?: WriteOptions): ApiPromise<WebhookDelivery>;
    recover(endpointId: string, body: RecoverDeliveriesBody, options?: WriteOptions): ApiPromise<RecoveredDeliveries>;
    pull(endpointId: string, query?: PullWebhookEndpointsQuery, options?: RequestOptions): ApiPromise<PulledEvents>;
}

interface WebhookErrorContext {
    readonly status: number;
    readonly event?: WebhookEvent;
}

type WebhookEvent<Newer extends string = never> = SessionCreatedEvent | SessionJoinedEvent | SessionUpdatedEvent | SessionEndedEvent | SessionOutcomeEvent | SessionEvidenceCapturedEvent | SessionSignedEvent | SessionAnchoredEvent | SessionCompletedEvent | SessionExpiredEvent | SessionRedactedEvent | EvidenceCreatedEvent | EvidenceFindingEvent | ParticipantLeftEvent | ParticipantDoneEvent | RecordingReadyEvent | EndpointPausedEvent | DeliveryDroppedEvent | MessageFailedEvent | PingEvent | UnknownWebhookEvent<Newer>;

type WebhookEventHandlers<Newer extends string = never> = {
    readonly [Type in HandledWebhookEvent["type"] | Extract<Newer, string>]?: ((event: NamedWebhookEvent<Type>, context: WebhookContext) => unknown) | undefined;
};

type WebhookEventOf<Type extends HandledWebhookEvent["type"]> = HandledWebhookEvent extends infer Event ? Event extends {
    type: infer Types;
} ? Type extends Types ? Types extends Type ? Event : Event & {
    type: Type;
} : never : never : never;

declare class WebhookEvents {
    #private;
    list(query?: ListWebhookEventsQuery, options?: ListOptions): PagePromise<WebhookDelivery>;
    get(deliveryId: string, options?: RequestOptions): ApiPromise<WebhookDeliveryWithAttempts>;
    explain(deliveryId: string, options?: RequestOptions): ApiPromise<WebhookDeliveryExplanation>;
    redeliver(deliveryId: string, options?: WriteOptions): ApiPromise<WebhookDelivery>;
}

interface WebhookHandler {
    (request: FetchRequest): Promise<WebResponse>;
    (request: NodeRequest, response: NodeResponse): Promise<void>;
}

interface WebhookHandlerOptions<Newer extends string = never> {
    on: WebhookEventHandlers<Newer>;
    secrets?: WebhookSecrets | (() => WebhookSecrets | Promise<WebhookSecrets>) | undefined;
    onUnknown?: ((event: WebhookEvent<Newer>, context: WebhookContext) => unknown) | undefined;
    onError?: ((error: unknown, context: WebhookErrorContext) => unknown) | undefined;
    dedupe?: WebhookDedupe | undefined;
    maxBodyBytes?: number | undefined;
    toleranceSeconds?: number | undefined;
    now?: (() => Date | number) | undefined;
}

type WebhookHeaders = {
    get(name: string): string | null | undefined;
} | Readonly<Record<string, string | readonly string[] | undefined>>;

interface WebhookReply {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
}

interface WebhookRequest {
    headers: Record<string, string>;
    body: string;
}

type WebhookSecrets = string | readonly string[];

type WebhookSignatureHeaders = {
    "Svc-Signature": string;
    "Svc-Event-Id": string;
    "webhook-id": string;
    "webhook-timestamp": string;
    "webhook-signature": string;
};

declare class WebhookVerificationError extends FieldInspectionError {
    readonly reason: WebhookVerificationReason;
    readonly skewSeconds: number | undefined;
    constructor(reason: WebhookVerificationReason, message: string, skewSeconds?: number);
}

type WebhookVerificationReason = "missing_header" | "malformed" | "no_match" | "too_old" | "too_new" | "bad_json" | "too_large";

declare class Webhooks {
    #private;
    list(query?: ListWebhooksQuery, options?: ListOptions): PagePromise<WebhookEndpoint>;
    create(body: CreateWebhookEndpointBody, options?: WriteOptions): ApiPromise<WebhookEndpointWithSecret>;
    rotate(endpointId: string, options?: WriteOptions): ApiPromise<WebhookEndpointWithSecret>;
    test(endpointId: string, body?: TestWebhookEndpointBody, options?: WriteOptions): ApiPromise<WebhookDelivery>;
}

interface Whiteboard {
    id: string;
    session: string;
    title: string;
    version: number;
    svg_url: string;
    png_url: string;
    created_at: string;
    updated_at: string;
}

interface WhiteboardTimestamp {
    authority: string;
    demo: boolean;
    status: AnchorStatus | NewerValue;
    gen_time: string | null;
    serial: string | null;
    policy: string | null;
    token: string | null;
    error: string | null;
}

interface WhiteboardTimestamps {
    whiteboard: string;
    version: number;
    sha256: string | null;
    timestamps: WhiteboardTimestamp[];
}

declare class Whiteboards {
    #private;
    list(query?: ListWhiteboardsQuery, options?: ListOptions): PagePromise<Whiteboard>;
    download(whiteboardFile: string, query?: DownloadWhiteboardsQuery, options?: RequestOptions): Promise<WebResponse>;
    getTimestamps(whiteboardFile: string, query?: GetTimestampsWhiteboardsQuery, options?: RequestOptions): ApiPromise<WhiteboardTimestamps>;
}

interface WriteOptions extends RequestOptions {
    idempotencyKey?: string | undefined;
}

declare function composeFetch(middleware: readonly Middleware[], fetch?: FetchFunction): FetchFunction;

declare function createApiError(init: ApiErrorInit): ApiError;

declare function createEvent<Type extends keyof FakeEvents>(type: Type, overrides?: EventOverrides<FakeEvents[Type]>): FakeEvents[Type];

declare function createFakeService(options?: FakeServiceOptions): FakeInspectionService;

declare function createLimiter(options?: LimiterOptions): Limiter;

declare function createMemoryDedupe({ maxEntries, ttlSeconds, now, }?: MemoryDedupeOptions): WebhookDedupe;

declare function createMswHandlers<Handler>(service: {
    fetch: FetchFunction;
    clientOptions: {
        baseUrl?: string | undefined;
    };
}, { http, HttpResponse }: MswTools<Handler>): Handler[];

declare function createWebhook(input: {
    event: {
        id: string;
        type: string;
    };
    secrets: readonly string[];
    timestamp?: number | undefined;
    attempt?: number | undefined;
}): FakeWebhook;

declare function createWebhookHandler<Newer extends string = never>(options: WebhookHandlerOptions<Newer>): WebhookHandler;

declare enum UnknownWebhookEventType {
    Any = ""
}

declare namespace evidence {
    export {
        EvidenceError,
        verifyChain,
        verifyCommitment,
        verifyEvidence,
        verifyReport,
        verifyTimestamp };
    export type {
        AddendaAnchorVerdict,
        AddendaVerdict,
        AnchorVerdict,
        AuditEntry,
        AuditEntryDraft,
        BlobSource,
        BundleFailureCode,
        CanonicalValue,
        ChainFailureCode,
        ChainHead,
        ChainVerdict,
        Disclosure,
        EvidenceErrorCode,
        EvidenceFault,
        EvidenceFaultCode,
        EvidenceVerdict,
        FileVerdict,
        ReportFailureCode,
        ReportFault,
        ReportFaultCode,
        ReportVerdict,
        SignatureTimestamp,
        SignatureVerdict,
        TimestampExpectation,
        TimestampFailureCode,
        TimestampVerdict,
        VerifyEvidenceOptions,
        VerifyReportOptions };
}

export { evidence, field, index, testing, webhooks };

declare namespace field {
    export {
        AbortError,
        ApiError,
        AuthenticationError,
        ConflictError,
        ConnectionError,
        DeadlineExceededError,
        Field,
        FieldClient,
        FieldEvidence,
        FieldInspectionError,
        FieldUpload,
        FieldUploads,
        FieldWhiteboards,
        GoneError,
        Join,
        LockedError,
        NotFoundError,
        PayloadTooLargeError,
        PaymentRequiredError,
        PermissionDeniedError,
        PreconditionFailedError,
        RangeNotSatisfiableError,
        RateLimitError,
        Recording,
        Recordings,
        RequestError,
        ServerError,
        Signing,
        TimeoutError,
        UnprocessableError,
        UnsupportedMediaTypeError,
        UsageError,
        ValidationError,
        createApiError,
        findPhotoFault,
        joinSession,
        openFieldSession,
        openRecordings,
        openSigning,
        requestJoinCode };
    export type {
        ApiErrorInit,
        ArrowStroke,
        Attempt,
        BlobContent,
        ConnectionErrorInit,
        ConsentAnswer,
        ConsentState,
        ConsentValue,
        Content,
        CreateAnnotationBody,
        CreatePhotoFieldEvidenceQuery,
        CreateSignatureBody,
        CreateWhiteboardBody,
        Drawing,
        DrawingStroke,
        EllipseStroke,
        ErrorCode,
        Evidence,
        FeedOptions,
        FieldBranding,
        FieldColours,
        FieldDone,
        FieldError,
        FieldOptions,
        FieldParticipant,
        FieldSession,
        FieldShot,
        FieldState,
        FinishOptions,
        FinishSigningBody,
        Gps,
        HighlighterStroke,
        IssueCode,
        JoinCodeResult,
        JoinOptions,
        JoinResult,
        JoinedSession,
        LineStroke,
        ListFieldEvidenceQuery,
        MediaConnection,
        NewerValue,
        ParticipantConsents,
        PenStroke,
        PhotoFault,
        Quota,
        Quotas,
        RecordingDetails,
        RecordingReceipt,
        RecordingsOptions,
        RectangleStroke,
        RequestErrorInit,
        RequestOptions,
        RequestedCode,
        SharedReport,
        SignBody,
        SigningReport,
        SigningRequest,
        SigningSession,
        SigningStep,
        SigningView,
        StopOptions,
        TextStroke,
        UnsentItems,
        UpdateConsentBody,
        UpdateFieldSessionBody,
        UpdateWhiteboardBody,
        UploadDetails,
        UploadProgress,
        Uploads,
        VerifySigningBody,
        Whiteboard,
        WriteOptions };
}

declare function findPhotoFault(content: Content, uploads: Partial<Uploads>): Promise<PhotoFault | null>;

declare namespace index {
    export {
        AbortError,
        ApiError,
        ApiPromise,
        AuthenticationError,
        Billing,
        BrandingResource,
        Campaigns,
        ConflictError,
        ConnectionError,
        Credentials,
        DeadlineExceededError,
        DirectoryResource,
        Domains,
        EvidenceResource,
        Exports,
        FieldInspection,
        FieldInspectionError,
        GoneError,
        Inspections,
        Invitations,
        Keys,
        LockedError,
        MeResource,
        MemberSessions,
        Members,
        Messages,
        NotFoundError,
        Org,
        Page,
        PagePromise,
        PaginationLoopError,
        Participants,
        PayloadTooLargeError,
        PaymentRequiredError,
        PermissionDeniedError,
        PreconditionFailedError,
        RangeNotSatisfiableError,
        RateLimitError,
        Recipients,
        Reports,
        RequestError,
        Resources,
        Retention,
        ServerError,
        Sessions,
        Signatures,
        Sso,
        Templates,
        TimeoutError,
        UnprocessableError,
        UnreachableStateError,
        UnsupportedMediaTypeError,
        UsageError,
        ValidationError,
        VersionedResources,
        WebhookEndpoints,
        WebhookEvents,
        WebhookVerificationError,
        Webhooks,
        Whiteboards,
        composeFetch,
        createLimiter,
        createMemoryDedupe,
        createWebhookHandler,
        logAttempts,
        receiveWebhook,
        signWebhook,
        verifyWebhook,
        verifyWebhookAsync };
    export type {
        AcceptInvitationBody,
        AcceptedInvitation,
        Addenda,
        AddendaAnchor,
        Anchor,
        AnchorNotice,
        AnchorStatus,
        ApiErrorInit,
        ApiResult,
        Attempt,
        AuditEntry$AuditEntry,
        BillingPortal,
        BrandColours,
        BrandContrast,
        BrandDomain,
        BrandDomainRecord,
        BrandLogo,
        Branding,
        BrandingPreview,
        CallbackEventType,
        CallbackSecret,
        Campaign,
        CampaignSummary,
        Checkout,
        ClientOptions,
        CodeChannel,
        ConnectionErrorInit,
        ConsentState$ConsentState,
        ConsentValue$ConsentValue,
        Contact,
        ContactInput,
        CreateCampaignBody,
        CreateCheckoutBody,
        CreateCredentialBody,
        CreateDirectoryTokenBody,
        CreateInspectionBody,
        CreateInspectionsBody,
        CreateOrgDomainBody,
        CreateParticipantBody,
        CreatePasskeyBody,
        CreatePortalBody,
        CreateRecipientBody,
        CreateReportBody,
        CreateSessionBody,
        CreateTemplateBody,
        CreateWebhookEndpointBody,
        CreatedInspection,
        CreatedInspections,
        Credential,
        CredentialKey,
        CredentialStatus,
        CredentialWithKey,
        DefaultRole,
        DeliveryDroppedEvent,
        DeliveryStatus,
        Deprecation,
        DeprecationNotice,
        Directory,
        DirectoryGroup,
        DirectoryRole,
        DirectoryRoleInput,
        DownloadCsvCampaignsQuery,
        DownloadEvidenceQuery,
        DownloadExportsQuery,
        DownloadPdfCampaignsQuery,
        DownloadWhiteboardsQuery,
        EmailPreview,
        EndpointKind,
        EndpointPausedEvent,
        EnforceSsoBody,
        ErrorCode,
        EventType,
        Evidence,
        EvidenceCreatedEvent,
        EvidenceFailure,
        EvidenceFinding,
        EvidenceFindingEvent,
        EvidenceKind,
        EvidenceSummary,
        FailedMessage,
        FetchFunction,
        FetchInit,
        FetchRequest,
        FieldError,
        GetMessagesQuery,
        GetTemplatesQuery,
        GetTimestampsWhiteboardsQuery,
        GivenHint,
        GivenLabel,
        Gps,
        HandledWebhookEvent,
        HoldSessionBody,
        IceServer,
        Inspection,
        InspectionParticipant,
        InspectionRow,
        InspectionStatus,
        Invite,
        InviteMemberBody,
        InviteMessage,
        InviteNotice,
        InviteStatus,
        IssueCode,
        ItemIterator,
        KnownErrorCode,
        KnownIssueCode,
        Leave,
        Limiter,
        LimiterOptions,
        LinkedReport,
        ListAddendaEvidenceQuery,
        ListAuditOrgQuery,
        ListCampaignsQuery,
        ListChainEvidenceQuery,
        ListCredentialsQuery,
        ListDomainsQuery,
        ListEvidenceQuery,
        ListGroupsDirectoryQuery,
        ListInspectionsQuery,
        ListLogDirectoryQuery,
        ListMemberSessionsQuery,
        ListMembersQuery,
        ListOptions,
        ListOwnPasskeysMeQuery,
        ListOwnSessionsMeQuery,
        ListParticipantsQuery,
        ListPasskeysMembersQuery,
        ListRecipientsQuery,
        ListReportedSessionsCampaignsQuery,
        ListReportsQuery,
        ListSessionsQuery,
        ListSignaturesQuery,
        ListTemplatesQuery,
        ListTokensDirectoryQuery,
        ListWebhookEndpointsQuery,
        ListWebhookEventsQuery,
        ListWebhooksQuery,
        ListWhiteboardsQuery,
        Locale,
        LocaleInput,
        LocalizedText,
        LogAttemptsOptions,
        LogFields,
        LogLevel,
        Logger,
        Me,
        MediaConnection,
        MediaPermissions,
        Member,
        MemberIdentity,
        MemberInvitation,
        MemberRole,
        MemberSession,
        MemberStatus,
        MemoryDedupeOptions,
        MessageFailedEvent,
        MessageFailure,
        MessagePreview,
        MessageStatus,
        MessageText,
        MessageTextBody,
        MessageTextKind,
        MessageTexts,
        Metadata,
        MetadataChanges,
        Middleware,
        MintedInvite,
        NewerValue,
        NodeRequest,
        NodeResponse,
        OrgChainHead,
        OrgDomain,
        OrgDomainRecord,
        OrgPlan,
        Organisation,
        Outcome,
        OutcomeCounts,
        OutcomeFilter,
        ParticipantConsents$ParticipantConsents,
        ParticipantDoneEvent,
        ParticipantLeftEvent,
        Passkey,
        PasskeyAlgorithm,
        PasskeyCreation,
        PasskeyDescriptor,
        PasskeyRequest,
        PasskeySelection,
        PasskeySite,
        PasskeyUser,
        PauseReason,
        PingData,
        PingEvent,
        PlanIncludes,
        PlanName,
        PlanPeriod,
        PlanUse,
        PreviewBrandingBody,
        ProblemIssue,
        ProviderVisit,
        ProvisioningEntry,
        ProvisioningOutcome,
        PullWebhookEndpointsQuery,
        PulledEvent,
        PulledEvents,
        PutSsoBody,
        RateLimit,
        ReceivedWebhook,
        Recipient,
        RecipientStatus,
        RecordingReadyData,
        RecordingReadyEvent,
        RecoverDeliveriesBody,
        RecoveredDeliveries,
        RedactSessionBody,
        Report,
        ReportFailure,
        ReportNotice,
        ReportPhotos,
        ReportRecipient,
        ReportRecipientInput,
        ReportSeal,
        ReportStatus,
        ReportedSession,
        RequestErrorInit,
        RequestMoreBody,
        RequestOptions,
        RequestSignatureBody,
        RequestedMore,
        RequestedSignature,
        RetentionPolicy,
        RevokeKeyBody,
        Role,
        RoleList,
        RotateCredentialBody,
        RowProblem,
        Runtime,
        ScopeName,
        Session,
        SessionAnchoredData,
        SessionAnchoredEvent,
        SessionCompletedData,
        SessionCompletedEvent,
        SessionCreatedEvent,
        SessionEndedEvent,
        SessionEvidenceCapturedData,
        SessionEvidenceCapturedEvent,
        SessionExpiredEvent,
        SessionJoinedData,
        SessionJoinedEvent,
        SessionMessageKind,
        SessionMilestone,
        SessionOutcome,
        SessionOutcomeEvent,
        SessionRedactedEvent,
        SessionReport,
        SessionSignedData,
        SessionSignedEvent,
        SessionStatus,
        SessionUpdatedEvent,
        SetFindingBody,
        SetLogoBody,
        SetOutcomeBody,
        Shot,
        ShotInput,
        SignInWay,
        SignWebhookInput,
        Signature,
        SignatureFailure,
        SignatureLevel,
        SignatureProvider,
        SignatureStatus,
        SignedOut,
        Signer,
        SignerInput,
        SmsPreview,
        SsoCertificate,
        SsoClaims,
        SsoClaimsInput,
        SsoConnection,
        SsoProtocol,
        SsoService,
        SsoStatus,
        SsoTest,
        SsoTestClaim,
        StatusCounts,
        StepUpAtProviderBody,
        StepUpBody,
        SubscribableEventType,
        SubscriptionState,
        Template,
        TestEventType,
        TestWebhookEndpointBody,
        Turn,
        UnknownWebhookEvent,
        UpdateBrandColours,
        UpdateBrandingBody,
        UpdateCampaignBody,
        UpdateCredentialBody,
        UpdateDirectoryBody,
        UpdateMemberBody,
        UpdateOrganisationBody,
        UpdatePasskeyBody,
        UpdateRetentionBody,
        UpdateSessionBody,
        UpdateTemplateBody,
        UpdateWebhookEndpointBody,
        UpdatedWebhookEndpoint,
        UsePasskeyBody,
        VerifiedWebhookEvent,
        VerifyWebhookInput,
        WebHeaders,
        WebResponse,
        WebSignal,
        WebhookAttempt,
        WebhookBody,
        WebhookContext,
        WebhookDedupe,
        WebhookDelivery,
        WebhookDeliveryExplanation,
        WebhookDeliveryWithAttempts,
        WebhookEndpoint,
        WebhookEndpointWithSecret,
        WebhookErrorContext,
        WebhookEvent,
        WebhookEventHandlers,
        WebhookEventOf,
        WebhookHandler,
        WebhookHandlerOptions,
        WebhookHeaders,
        WebhookReply,
        WebhookRequest,
        WebhookSecrets,
        WebhookSignatureHeaders,
        WebhookVerificationReason,
        Whiteboard,
        WhiteboardTimestamp,
        WhiteboardTimestamps,
        WriteOptions };
}

declare function joinSession(joinUrl: string, options?: JoinOptions): Promise<JoinResult>;

declare function logAttempts(options: LogAttemptsOptions): Middleware;

declare const newer: unique symbol;

declare function openFieldSession(given: FieldOptions & {
    token: string;
}): FieldClient;

declare function openRecordings(given: RecordingsOptions): Recordings;

declare function openSigning(given: FieldOptions & {
    token: string;
}): Signing;

declare const receiveWebhook: <Newer extends string = never>({ method, headers, body }: ReceivedWebhook, options: WebhookHandlerOptions<Newer>) => Promise<WebhookReply>;

declare function requestJoinCode(joinUrl: string, options?: Omit<JoinOptions, "otpCode">): Promise<JoinCodeResult>;

declare function signWebhook(input: SignWebhookInput): WebhookSignatureHeaders;

declare namespace testing {
    export {
        createEvent,
        createFakeService,
        createMswHandlers,
        createWebhook,
        signWebhook };
    export type {
        EventOverrides,
        FakeCapture,
        FakeDelivery,
        FakeEvents,
        FakeFate,
        FakeFault,
        FakeInspectionService,
        FakePlan,
        FakeReceiver,
        FakeScope,
        FakeSentRequest,
        FakeServiceOptions,
        FakeSubscription,
        FakeWebhook,
        MswRequest,
        MswTools };
}

declare function verifyChain(entries: Iterable<unknown> | AsyncIterable<unknown>, options?: {
    expectedHead?: string | ChainHead;
    genesis?: string;
}): Promise<ChainVerdict>;

declare function verifyCommitment({ commitment, ...disclosure }: Disclosure & {
    readonly commitment: string;
}): Promise<boolean>;

declare function verifyEvidence(bundle: Uint8Array | BlobSource, { now, ...expectation }?: VerifyEvidenceOptions): Promise<EvidenceVerdict>;

declare function verifyReport(pdf: Uint8Array | BlobSource, { now, ...expectation }?: VerifyReportOptions): Promise<ReportVerdict>;

declare function verifyTimestamp(token: Uint8Array, expectation: TimestampExpectation): Promise<TimestampVerdict>;

declare function verifyWebhook(input: VerifyWebhookInput): VerifiedWebhookEvent;

declare function verifyWebhookAsync(input: VerifyWebhookInput): Promise<VerifiedWebhookEvent>;

declare namespace webhooks {
    export {
        FieldInspectionError,
        UsageError,
        WebhookVerificationError,
        createMemoryDedupe,
        createWebhookHandler,
        receiveWebhook,
        signWebhook,
        verifyWebhook,
        verifyWebhookAsync };
    export type {
        AnchorNotice,
        DeliveryDroppedEvent,
        EndpointPausedEvent,
        EvidenceCreatedEvent,
        EvidenceFindingEvent,
        FailedMessage,
        FetchRequest,
        HandledWebhookEvent,
        InviteNotice,
        MemoryDedupeOptions,
        MessageFailedEvent,
        NodeRequest,
        NodeResponse,
        ParticipantDoneEvent,
        ParticipantLeftEvent,
        PingData,
        PingEvent,
        ReceivedWebhook,
        RecordingReadyData,
        RecordingReadyEvent,
        ReportNotice,
        SessionAnchoredData,
        SessionAnchoredEvent,
        SessionCompletedData,
        SessionCompletedEvent,
        SessionCreatedEvent,
        SessionEndedEvent,
        SessionEvidenceCapturedData,
        SessionEvidenceCapturedEvent,
        SessionExpiredEvent,
        SessionJoinedData,
        SessionJoinedEvent,
        SessionOutcomeEvent,
        SessionRedactedEvent,
        SessionSignedData,
        SessionSignedEvent,
        SessionUpdatedEvent,
        SignWebhookInput,
        UnknownWebhookEvent,
        VerifiedWebhookEvent,
        VerifyWebhookInput,
        WebhookBody,
        WebhookContext,
        WebhookDedupe,
        WebhookErrorContext,
        WebhookEvent,
        WebhookEventHandlers,
        WebhookEventOf,
        WebhookHandler,
        WebhookHandlerOptions,
        WebhookHeaders,
        WebhookReply,
        WebhookSecrets,
        WebhookSignatureHeaders,
        WebhookVerificationReason };
}
