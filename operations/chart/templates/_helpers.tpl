{{- define "fis.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "fis.selector" -}}
app.kubernetes.io/name: field-inspection
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "fis.labels" -}}
{{ include "fis.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "fis.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{- define "fis.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "fis.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- /* Settings, secrets as files, and what a process mounts for both. */ -}}
{{- define "fis.env" -}}
- { name: DATA_DIR, value: /data }
- { name: PORT, value: '3000' }
- { name: WORKER_PORT, value: '3001' }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- range .Values.secrets.keys }}
- { name: {{ . }}_FILE, value: /run/secrets/fis/{{ . }} }
{{- end }}
{{- if .Values.privateAuthorities.existingConfigMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /run/authorities/ca.pem }
{{- end }}
{{- end }}

{{- define "fis.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
- { name: secrets, mountPath: /run/secrets/fis, readOnly: true }
{{- if .Values.files.existingSecret }}
- { name: files, mountPath: /run/files, readOnly: true }
{{- end }}
{{- if .Values.privateAuthorities.existingConfigMap }}
- { name: authorities, mountPath: /run/authorities, readOnly: true }
{{- end }}
{{- end }}

{{- define "fis.volumes" -}}
- { name: tmp, emptyDir: { medium: Memory, sizeLimit: 512Mi } }
{{- if .Values.data.existingClaim }}
- { name: data, persistentVolumeClaim: { claimName: {{ .Values.data.existingClaim }} } }
{{- else }}
- { name: data, emptyDir: { sizeLimit: {{ .Values.data.sizeLimit }} } }
{{- end }}
- name: secrets
  secret:
    secretName: {{ .Values.secrets.existingSecret }}
    defaultMode: 0440
    items:
    {{- range .Values.secrets.keys }}
      - { key: {{ . }}, path: {{ . }} }
    {{- end }}
{{- with .Values.files.existingSecret }}
- { name: files, secret: { secretName: {{ . }}, defaultMode: 0440 } }
{{- end }}
{{- with .Values.privateAuthorities.existingConfigMap }}
- { name: authorities, configMap: { name: {{ . }} } }
{{- end }}
{{- end }}

{{- define "fis.probes" -}}
startupProbe:
  httpGet: { path: /livez, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /livez, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
# A process that stops is not ready for 5 seconds before it stops listening.
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 1
{{- end }}

{{- /* Of a list: the root, the role, its port and its values. */ -}}
{{- define "fis.deployment" -}}
{{- $root := index . 0 }}{{ $role := index . 1 }}{{ $port := index . 2 }}{{ $values := index . 3 -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "fis.name" $root }}-{{ $role }}
  labels:
    {{- include "fis.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
spec:
  {{- if not (dig "autoscaling" "enabled" false $values) }}
  replicas: {{ $values.replicas }}
  {{- end }}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- include "fis.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ $role }}
  template:
    metadata:
      labels:
        {{- include "fis.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $role }}
      {{- with $root.Values.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
      securityContext: {{- include "fis.podSecurity" $root | nindent 8 }}
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ $role }}
          image: {{ include "fis.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [{{ $role }}]
          env: {{- include "fis.env" $root | nindent 12 }}
          ports:
            - { name: http, containerPort: {{ $port }} }
          {{- include "fis.probes" $root | nindent 10 }}
          resources: {{- toYaml $values.resources | nindent 12 }}
          securityContext: {{- include "fis.containerSecurity" $root | nindent 12 }}
          volumeMounts: {{- include "fis.mounts" $root | nindent 12 }}
      volumes: {{- include "fis.volumes" $root | nindent 8 }}
      {{- with $root.Values.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "fis.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ $role }}
{{- end }}
